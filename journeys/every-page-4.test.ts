import { testEveryPage } from './page-tour.ts';

testEveryPage(4, 8);
