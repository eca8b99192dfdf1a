/** The version of the product, shown to its users; the same in every package.json. */
export const PRODUCT_VERSION = '1.0.1215';
