/**
 * `skillglass/sources`: trees of skills from where they are. Each source gives its paths first and contents on demand, as
 * `workspace.plan` asks for them; `mount` puts one into a workspace, and `follow` one that changes. A directory of the disk is in `skillglass/sources/node`.
 */
export type { ArchiveInput, ArchiveOptions } from "./archive.js";
export { fromArchive } from "./archive.js";
export type { DroppedItem } from "./browser.js";
export { canPickDirectory, droppedItems, fromDirectoryHandle, fromDrop, fromFileList, liveFolder, pickDirectory } from "./browser.js";
export type { FolderChange, FolderReport, Followable, Following, FollowOptions, LiveFolder, Watch } from "./follow.js";
export { follow } from "./follow.js";
export type { Fetcher, RepositoryOptions } from "./github.js";
export { fromRepository } from "./github.js";
export type { Mount, Mountable, MountOptions } from "./mount.js";
export { mount } from "./mount.js";
export type { McpTaker, SiteOptions, SiteTaker, SiteTree } from "./remote.js";
export { takeMcpSkills, takeSite } from "./remote.js";
export type { EntryFault, Limits, Progress, RefusedEntry, SourceFile, SourceOptions, SourceTree } from "./tree.js";
export { commonFolder, SourceError } from "./tree.js";
