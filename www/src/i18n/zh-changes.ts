/** The Chinese translation of `en-changes.ts`, in simplified characters. */
import type { ListedAs } from "skillglass";
import type { UsedBy } from "../../../command/changes/english.ts";
import { grouped as count } from "../../../command/print/plain.ts";
import type { changes as english } from "./en-changes.ts";

function shown(listed: ListedAs): string {
  switch (listed.as) {
    case "whole":
      return "完整描述";
    case "cut":
      return `描述，但少 ${count(listed.by)} 个字符`;
    case "name-only":
      return "仅名称";
    case "nothing":
      return "什么也没有";
  }
}

const typed = (text: string | null) => (text === null ? "无法输入" : `\`${text}\``);

const used = (by: UsedBy, words: string) => {
  const who = { both: "每种使用方式", user: "输入名称", model: "模型调用" }[by];
  return words === "" ? who : `${who}（参数“${words}”）`;
};

const all = (names: readonly string[]) => (names.length === 0 ? "一个也不" : names.join(" 和 "));

export const changes: typeof english = {
  sentences: {
    appears: (because, listed) => (because === null ? `出现：这是新文件；列表显示${shown(listed)}` : `出现；此前：${because}`),
    vanishes: (because) => (because === null ? "消失：文件已删除" : `消失：${because}`),
    moved: (from, edited, name, before) =>
      `从 ${from} 移动而来${edited ? "；文本也有变化" : ""}${name === before ? "" : `；名称现为 ${name}，此前为 ${before}`}`,
    notLoaded: (after, before) => `不加载：${after ?? "文件已删除"}；此前：${before ?? "没有此文件"}`,
    names: (after, before) => `名称为 ${after.join("、")}；此前为 ${before.join("、")}`,
    renamed: (after, now, before, was) => `名称为 ${after.join("、")}，输入 ${typed(now)}；此前为 ${before.join("、")}，输入 ${typed(was)}`,
    listed: (after, before, because) => `列表显示${shown(after)}；此前显示${shown(before)}${because === null ? "" : `：${because}`}`,
    line: "列表中的行不同",
    command: (after, before) => `用户输入：${typed(after)}；此前：${typed(before)}`,
    mayChoose: "模型可以自行选择它",
    mayNotChoose: (because) => `模型不再能选择它${because === null ? "" : `：${because}`}`,
    ignored: "宿主忽略字段中其他的值，或接受其文档不允许的其他值",
    text: (by, words, { before, after }) =>
      `${used(by, words)}注入的文本不同（此前约 ${count(before)} 个 token，此后约 ${count(after)} 个）`,
    effects: (by, words) => `${used(by, words)}的效果不同`,
    list: "模型看到的列表",
    tool: "技能工具",
    together: (names, after, before) => `同时包含 ${all(names)} 的命令的消息会调用：${all(after)}；此前：${all(before)}`,
    shown,
  },
  comparisons: "对比的内容",
  comparison: { hosts: "宿主", editions: "宿主版本", since: "自何时起", changelog: "更新日志", trees: "两棵文件树" },
  host: "有多个版本的宿主",
  from: "较早的宿主版本",
  to: "较新的宿主版本",
  upTo: "最后的宿主版本",
  skill: "技能",
  copy: "复制为 Markdown",
  copyHint: "用于拉取请求、issue 或聊天",
  loading: "引擎正在对比…",
  looking: "引擎正在每个宿主中对比两棵文件树",
  same: (n) => `${count(n)} 个技能没有变化。`,
  none: "没有技能变化。",
  empty: "此宿主前后都没有技能。",
  loaded: "已加载的技能",
  tokens: "列表的 token 数",
  figure: "数量",
  figures: "前后的数量",
  before: "之前",
  after: "之后",
  totals: {
    appear: (n) => `${count(n)} 个出现`,
    vanish: (n) => `${count(n)} 个消失`,
    unlisted: (n) => `${count(n)} 个不再列出`,
    cut: (n) => `${count(n)} 个被截短`,
    other: (n) => `${count(n)} 个有其他变化`,
  },
  marks: { "+": "出现", "-": "消失", "~": "变化" },
  skills: "有变化的技能",
  skipped: (n) => `… ${count(n)} 行`,
  difference: (what) => `差异：${what}`,
  since: {
    lead: "宿主自哪个宿主版本起列出或不列出一个技能？",
    button: "自哪个宿主版本起？",
    buttonHint: "此技能在该宿主的每个宿主版本中的情况",
    none: "文件中没有技能。",
    listedSince: (host, edition) => `${host} 自 ${edition} 起列出它`,
    notListedSince: (host, edition) => `${host} 自 ${edition} 起不列出它`,
    listedInAll: (host) => `${host} 的所有已知宿主版本都列出它`,
    listedInNone: (host) => `${host} 的任何已知宿主版本都不列出它`,
    table: "此技能在每个宿主版本中的情况",
    edition: "宿主版本",
    state: "状态",
    reason: "原因",
    sameReason: "原因相同",
    whatChanged: (edition) => `${edition} 改变了什么`,
  },
  changelog: {
    lead: "每个宿主版本改变了什么，来自“能用吗”的各行。示例会取代当前工作区，可以撤销。",
    rows: (n) => `${count(n)} 行`,
    example: "打开示例",
    opened: (title) => `示例：${title}。`,
    row: "它在“能用吗”中的行",
  },
  trees: {
    lead: "将工作区与其文件的另一个版本对比：另一个分支、较早的发布，或你编辑之前的工作区。",
    choose: "打开之前的版本…",
    chooseZip: "打开它的 zip…",
    now: "以当前工作区为准",
    nowHint: "然后编辑，看看你的编辑改变了什么",
    drop: "放下之前的版本",
    dropHere: "也可以把文件夹或 zip 拖放到这里。",
    before: (label, files) => `之前：${label}，${count(files)} 个文件`,
    workspace: "之前的工作区",
    at: "位于",
    forget: "移除",
    forgetWhat: "移除之前的版本",
    nothingShared: "两棵文件树没有共同的路径。请选择之前的版本所在的文件夹。",
    unsafe: "新出现的安全问题",
    none: "没有宿主看到差异。",
    noneIn: (hosts) => `${hosts.join("、")} 中没有差异。`,
  },
};
