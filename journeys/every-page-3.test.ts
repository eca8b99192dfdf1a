import { testEveryPage } from './page-tour.ts';

testEveryPage(3, 8);
