import { defineErrors } from '../shared/app-error.ts'

/**
 * Where files of users are kept. A name is ours and nobody else's, is given once and never again, so that what it holds does
 * not change. Every method throws `files.unavailable` where the store does not answer, or refuses us.
 */
export interface FileStore {
  /** Whole or not at all, and there for good once it has answered, even after a crash. Once more with the same bytes is no failure. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined where there is none. */
  get(name: string): Promise<Uint8Array | undefined>
  /** No file of this name is no failure. */
  remove(name: string): Promise<void>
}

/** What failed, in the store's own codes, which hold neither the file's name nor a key of ours. */
export interface FilesFailure {
  call: 'put' | 'get' | 'remove'
  reason: string
}

export const fileErrors = defineErrors({
  'files.unavailable': {
    status: 503,
    title: 'Files cannot be kept or fetched at the moment. Please try again soon',
  },
})

/**
 * Where a file stands below the data folder, and by which key in a bucket: the same, so that a data folder may be copied into a
 * bucket as it is. Throws for anything but folders and names of letters, digits, dashes and dots, none of which a disk or a
 * bucket could read as anything else.
 */
export function keyOf(name: string): string {
  if (!/^[\w-]+(?:\/[\w-]+)*(?:\.[a-z]+)?$/.test(name)) throw new Error(`${name} is no name of a file`)
  // Signed documents stood beside the others before all were kept in one store, and nobody is asked to move them.
  return name.startsWith('signed-documents/') ? name : `files/${name}`
}
