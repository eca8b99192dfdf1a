import { testEveryPage } from './page-tour.ts';

testEveryPage(2, 8);
