/** Where files of users are kept. A name is given once and never again, so what it holds does not change. */
export interface FileStore {
  /** Whole or not at all, even after a crash. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined where there is none. */
  get(name: string): Promise<Uint8Array | undefined>
  /** No file of this name is no failure. */
  remove(name: string): Promise<void>
}

/** Folders and names of letters, digits, dashes and dots: none that a disk or a bucket could read as anything else. */
export function assertFileName(name: string): void {
  if (!/^[\w-]+(?:\/[\w-]+)*(?:\.[a-z]+)?$/.test(name)) throw new Error(`${name} is no name of a file`)
}
