import { testPagesOnce } from './page-tour.ts';

testPagesOnce(2, 2);
