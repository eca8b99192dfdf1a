import { testEveryPage } from './page-tour.ts';

testEveryPage(7, 8);
