/**
 * This module renders Markdown as elements and never as HTML, so any text is safe. It uses the
 * editor's parser, @lezer/markdown, which the page has loaded anyway. Unknown syntax stays visible
 * as it is written.
 */
import type { SyntaxNode } from "@lezer/common";
import { parser as commonmark, GFM } from "@lezer/markdown";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";

const parser = commonmark.configure(GFM);

/**
 * Renders a Markdown text. Its first-level headings become headings of the given `level`. Links
 * become plain text, because the page opens no other page.
 */
export function Markdown({ text, level = 4 }: { text: string; level?: number }) {
  const tree = useMemo(() => parser.parse(text), [text]);
  return <div class="markdown">{blocks(tree.topNode, { text, level })}</div>;
}

interface Source {
  text: string;
  level: number;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

function blocks(node: SyntaxNode, source: Source): ComponentChildren {
  return childrenOf(node).map((child, index) => <Block key={index} node={child} source={source} />);
}

function Block({ node, source }: { node: SyntaxNode; source: Source }) {
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name);
  if (heading) {
    const Heading = `h${Math.min(6, Number(heading[1]) - 1 + source.level)}` as "h4";
    return <Heading>{inline(node, source)}</Heading>;
  }
  switch (node.name) {
    case "Paragraph":
      return <p>{inline(node, source)}</p>;
    case "BulletList":
      return <ul>{blocks(node, source)}</ul>;
    case "OrderedList":
      return <ol>{blocks(node, source)}</ol>;
    case "ListItem":
      return <li>{blocks(node, source)}</li>;
    case "Blockquote":
      return <blockquote>{blocks(node, source)}</blockquote>;
    case "FencedCode":
      return <Code node={node} source={source} />;
    case "CodeBlock":
      return <pre tabIndex={0}>{source.text.slice(node.from, node.to)}</pre>;
    case "Table":
      return <Table node={node} source={source} />;
    case "HorizontalRule":
      return <hr />;
    case "ListMark":
    case "QuoteMark":
    case "CommentBlock":
    case "LinkReference":
      return null;
    default:
      return <p>{source.text.slice(node.from, node.to)}</p>;
  }
}

/**
 * A fenced code block. If a path follows the language in the first line, the path becomes the
 * caption.
 */
function Code({ node, source: { text } }: { node: SyntaxNode; source: Source }) {
  const info = node.getChild("CodeInfo");
  const path = info && text.slice(info.from, info.to).split(" ")[1];
  const code = node
    .getChildren("CodeText")
    .map(({ from, to }) => text.slice(from, to))
    .join("");
  return (
    <figure>
      {path && (
        <figcaption>
          <code>{path}</code>
        </figcaption>
      )}
      <pre tabIndex={0}>{code}</pre>
    </figure>
  );
}

function Table({ node, source }: { node: SyntaxNode; source: Source }) {
  const cells = (row: SyntaxNode) => row.getChildren("TableCell");
  return (
    <div class="table">
      <table>
        {node.getChildren("TableHeader").map((row, index) => (
          <thead key={index}>
            <tr>
              {cells(row).map((cell, at) => (
                <th key={at}>{inline(cell, source)}</th>
              ))}
            </tr>
          </thead>
        ))}
        <tbody>
          {node.getChildren("TableRow").map((row, index) => (
            <tr key={index}>
              {cells(row).map((cell, at) => (
                <td key={at}>{inline(cell, source)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MARKS = new Set([
  "HeaderMark",
  "EmphasisMark",
  "CodeMark",
  "StrikethroughMark",
  "LinkMark",
  "URL",
  "LinkTitle",
  "LinkLabel",
  "TaskMarker",
]);

/**
 * Renders the text of a syntax node with its inner elements, such as emphasis. The characters that
 * mark these elements are not shown.
 */
function inline(node: SyntaxNode, source: Source): ComponentChildren[] {
  const pieces: ComponentChildren[] = [];
  let at = node.from;
  const say = (to: number) => to > at && pieces.push(source.text.slice(at, to));
  for (const child of childrenOf(node)) {
    say(child.from);
    at = child.to;
    if (!MARKS.has(child.name)) pieces.push(<Inline key={child.from} node={child} source={source} />);
    else if (child.name === "HeaderMark") while (source.text[at] === " ") at++;
  }
  say(node.to);
  return pieces;
}

function Inline({ node, source }: { node: SyntaxNode; source: Source }) {
  const { text } = source;
  switch (node.name) {
    case "Emphasis":
      return <em>{inline(node, source)}</em>;
    case "StrongEmphasis":
      return <strong>{inline(node, source)}</strong>;
    case "Strikethrough":
      return <del>{inline(node, source)}</del>;
    case "InlineCode": {
      const marks = node.getChildren("CodeMark");
      return <code>{text.slice(marks[0]?.to ?? node.from, marks.at(-1)?.from ?? node.to).trim()}</code>;
    }
    case "Link":
      return <span class="named">{inline(node, source)}</span>;
    case "Autolink":
      return <>{text.slice(node.from + 1, node.to - 1)}</>;
    case "Escape":
      return <>{text.slice(node.from + 1, node.to)}</>;
    case "HardBreak":
      return <br />;
    default:
      return <>{text.slice(node.from, node.to)}</>;
  }
}
