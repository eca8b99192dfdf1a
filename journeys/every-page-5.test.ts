import { testEveryPage } from './page-tour.ts';

testEveryPage(5, 8);
