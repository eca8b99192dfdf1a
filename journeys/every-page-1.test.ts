import { testEveryPage } from './page-tour.ts';

testEveryPage(1, 8);
