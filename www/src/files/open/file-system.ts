/**
 * This module declares parts of the File System Access API that TypeScript lacks. Only Chromium has
 * this API.
 */

interface PermissionWish {
  mode: "read" | "readwrite";
}

declare global {
  interface Window {
    showDirectoryPicker?(wish?: PermissionWish & { id?: string }): Promise<FileSystemDirectoryHandle>;
  }
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface FileSystemHandle {
    queryPermission?(wish: PermissionWish): Promise<PermissionState>;
    requestPermission?(wish: PermissionWish): Promise<PermissionState>;
  }
}

export {};
