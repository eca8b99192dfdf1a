declare module '*.css';
/** The address of a worker's file, as the bundler knows it. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
