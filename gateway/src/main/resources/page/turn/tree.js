// A chat as a tree: every question stands below the answer that it continues, and of several at one place one is shown.
// Pure: a node is `{value, parent, children, chosen}`, and `value` is up to the caller.

export class Tree {
  /** Stands above the first questions. */
  root = { value: null, parent: null, children: [], chosen: 0 };

  /** Adds a node below another, and chooses it. */
  add(parent, value) {
    const node = { value, parent, children: [], chosen: 0 };
    parent.chosen = parent.children.push(node) - 1;
    return node;
  }

  remove(node) {
    const { children, chosen } = node.parent;
    children.splice(children.indexOf(node), 1);
    node.parent.chosen = Math.max(0, Math.min(chosen, children.length - 1));
  }

  /** Chooses this node wherever there is a choice on the way to it. */
  choose(node) {
    for (let at = node; at.parent !== null; at = at.parent) {
      at.parent.chosen = at.parent.children.indexOf(at);
    }
  }

  /** The nodes that are shown, the first question first. */
  get path() {
    const path = [];
    for (let at = this.root.children[this.root.chosen]; at !== undefined; at = at.children[at.chosen]) {
      path.push(at);
    }
    return path;
  }

  /** Every node, in no particular order. */
  get all() {
    const all = [];
    for (const nodes = [...this.root.children]; nodes.length > 0; ) {
      const node = nodes.pop();
      all.push(node);
      nodes.push(...node.children);
    }
    return all;
  }
}
