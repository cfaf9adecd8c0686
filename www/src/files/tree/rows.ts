/**
 * This module computes the rows of the file tree. Folders come before files, and names are sorted.
 * Only open folders show their contents.
 */

export interface TreeNode {
  name: string;
  path: string;
  /** The files and folders in a folder; absent for a file. */
  children?: TreeNode[];
}

export interface TreeRow {
  node: TreeNode;
  level: number;
  expanded: boolean | undefined;
  position: number;
  siblings: number;
}

interface Building {
  name: string;
  path: string;
  children: Map<string, Building> | undefined;
}

export function buildTree(files: Iterable<string>, folders: Iterable<string>): TreeNode[] {
  const root: Building = { name: "", path: "", children: new Map() };
  for (const path of files) descend(root, path, false);
  for (const path of folders) descend(root, path, true);
  return finish(root.children!);
}

function descend(root: Building, path: string, folder: boolean): void {
  let at = root;
  let start = 1;
  while (start <= path.length) {
    const slash = path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    const name = path.slice(start, end);
    const children = (at.children ??= new Map());
    let next = children.get(name);
    if (!next) children.set(name, (next = { name, path: path.slice(0, end), children: undefined }));
    at = next;
    start = end + 1;
  }
  if (folder) at.children ??= new Map();
}

const byName = new Intl.Collator("en", { numeric: true }).compare;

function finish(children: Map<string, Building>): TreeNode[] {
  const nodes = Array.from(
    children.values(),
    ({ name, path, children }): TreeNode => (children ? { name, path, children: finish(children) } : { name, path }),
  );
  return nodes.sort((a, b) => Number(!a.children) - Number(!b.children) || byName(a.name, b.name));
}

export function visibleRows(nodes: TreeNode[], isExpanded: (node: TreeNode, level: number) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (nodes: TreeNode[], level: number) => {
    nodes.forEach((node, index) => {
      const expanded = node.children && isExpanded(node, level);
      rows.push({ node, level, expanded, position: index + 1, siblings: nodes.length });
      if (expanded) add(node.children!, level + 1);
    });
  };
  add(nodes, 1);
  return rows;
}
