/**
 * `skillglass/sources`: trees of skills from archives, folders, repositories, sites and servers. Each source first lists its paths.
 * Contents are read on demand, when `workspace.plan` lists them. `mount` writes a source into a workspace, and `follow` also writes its
 * later changes. The source for a directory of the disk is in `skillglass/sources/node`.
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
