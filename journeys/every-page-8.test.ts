import { testEveryPage } from './page-tour.ts';

testEveryPage(8, 8);
