import { testEveryPage } from './page-tour.ts';

testEveryPage(6, 8);
