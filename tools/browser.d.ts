/* What the check of the scripts does not look into: elements that are looked up in a page. */
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
