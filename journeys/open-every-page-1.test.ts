import { testPagesOnce } from './page-tour.ts';

testPagesOnce(1, 2);
