import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { useSyncExternalStore } from 'react'
import { ApiError, errorText, isConnectionLost } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/api-client.ts'
import { sendFile } from '#web/lib/http/send-file.ts'
import { onSessionEnd } from '#web/lib/http/session.ts'
import { refusalOf } from './accepted-files.ts'
import { inspectFile, type InspectedFile } from './inspect-file.ts'

/** `undecided`: a person says what the file means. `unusable`: another file is needed. */
export type UploadStep =
  | { kind: 'inspecting' }
  | { kind: 'unusable'; message: string }
  | { kind: 'undecided' }
  | { kind: 'waiting' }
  | { kind: 'sending'; sent: number }
  | { kind: 'interrupted'; message: string }
  | { kind: 'received'; importId: string }

/** How the file is read. */
export interface UploadChoice {
  profileId: string
  /** Of all rows, for files that name no events. */
  eventId: number | undefined
  /** Whether the columns of the file chose the profile. */
  isAutomatic: boolean
}

export interface Upload {
  id: string
  file: File
  step: UploadStep
  inspected: InspectedFile | null
  choice: UploadChoice | null
}

// Outside of the page, so that uploads go on while the seller looks at another one.
let uploads: readonly Upload[] = []
let counter = 0
const listeners = new Set<() => void>()
const running = new Map<string, AbortController>()

/** The files of this visit, the oldest first. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function replace(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

function update(id: string, change: Partial<Upload>): void {
  replace(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
}

const find = (id: string) => uploads.find((upload) => upload.id === id)

/** Adds chosen or dropped files. They are sent one after the other. */
export function addFiles(files: Iterable<File>): void {
  const added = [...files].map((file): Upload => {
    const refusal = refusalOf(file)
    counter += 1
    return {
      id: String(counter),
      file,
      step: refusal === undefined ? { kind: 'inspecting' } : { kind: 'unusable', message: refusal },
      inspected: null,
      choice: null,
    }
  })
  replace([...uploads, ...added])
  for (const { id, step } of added) if (step.kind === 'inspecting') inspectInTurn(id)
}

let inspections: Promise<void> = Promise.resolve()

/** One file after the other, because the server reads few files of a team at once. */
function inspectInTurn(id: string, sheet?: string): void {
  inspections = inspections.then(() => inspect(id, sheet))
}

/** Looks at the file; if exactly one profile fits, it is sent with that. */
async function inspect(id: string, sheet?: string): Promise<void> {
  const upload = find(id)
  if (!upload) return
  const controller = new AbortController()
  running.set(id, controller)
  try {
    const inspected = await inspectFile(upload.file, { sheet, signal: controller.signal })
    const [only, ...others] = inspected.profiles
    if (only && others.length === 0 && !only.needs_event) {
      update(id, { inspected })
      sendWith(id, { profileId: only.id, eventId: undefined, isAutomatic: true })
    } else update(id, { inspected, step: { kind: 'undecided' } })
  } catch (error) {
    if (!controller.signal.aborted) await interrupt(id, error)
  } finally {
    if (running.get(id) === controller) running.delete(id)
  }
}

/** Reads another sheet of a spreadsheet. */
export function chooseSheet(id: string, sheet: string): void {
  update(id, { step: { kind: 'inspecting' } })
  inspectInTurn(id, sheet)
}

/** Sends a file with what a person, or its columns, decided. A file that was sent before is imported again. */
export function sendWith(id: string, choice: UploadChoice): void {
  const known = find(id)
  running.get(id)?.abort()
  if (known?.step.kind === 'received') void discard(known.step.importId)
  update(id, { choice, step: { kind: 'waiting' } })
  void sendNext()
}

/** Discards the preview made with the former profile. If that fails, nothing is lost: a preview changes nothing. */
async function discard(importId: string): Promise<void> {
  try {
    await call(inventoryImportsRoutes.discard, { params: { import_id: importId } })
  } catch {
    // It may have been applied or discarded already; the list shows it.
  }
}

let isSending = false

async function sendNext(): Promise<void> {
  if (isSending) return
  const next = uploads.find(({ step }) => step.kind === 'waiting')
  if (!next) return
  isSending = true
  try {
    await send(next)
  } finally {
    isSending = false
  }
  void sendNext()
}

async function send({ id, file, choice }: Upload): Promise<void> {
  if (!choice) return
  const controller = new AbortController()
  running.set(id, controller)
  update(id, { step: { kind: 'sending', sent: 0 } })
  try {
    const { data } = await sendFile(inventoryImportsRoutes.upload, {
      query: {
        profile_id: choice.profileId,
        file_name: file.name.slice(-200),
        made_at: new Date(file.lastModified).toISOString(),
        event_id: choice.eventId,
      },
      file,
      onProgress: (sent) => {
        if (find(id)?.step.kind === 'sending') update(id, { step: { kind: 'sending', sent } })
      },
      signal: controller.signal,
    })
    update(id, { step: { kind: 'received', importId: data.id } })
  } catch (error) {
    if (!controller.signal.aborted) await interrupt(id, error)
  } finally {
    if (running.get(id) === controller) running.delete(id)
  }
}

/** Errors after which the same file would fail again. */
const finalErrors: ReadonlySet<unknown> = new Set([
  'inventory_import.file_unreadable',
  'inventory_import.file_too_large',
  'inventory_import.file_empty',
])

async function interrupt(id: string, error: unknown): Promise<void> {
  const upload = find(id)
  if (!upload) return
  const unusable = (message: string) => update(id, { step: { kind: 'unusable', message } })
  if (error instanceof ApiError && finalErrors.has(error.code)) unusable(errorText(error))
  else if (!(await isReadable(upload.file)))
    unusable('The file was changed or moved while it was read, so nothing was imported. Choose it again.')
  else
    update(id, {
      step: {
        kind: 'interrupted',
        message: isConnectionLost(error)
          ? 'The connection was lost. Nothing was imported.'
          : errorText(error),
      },
    })
}

/** The browser no longer reads a file that changed after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Starts again where the upload stopped. */
export function retryUpload(id: string): void {
  const upload = find(id)
  if (!upload) return
  if (upload.choice) sendWith(id, upload.choice)
  else {
    update(id, { step: { kind: 'inspecting' } })
    inspectInTurn(id)
  }
}

/** Takes the file of an import off the list, once a person has decided about it. */
export function removeUploadOf(importId: string): void {
  const done = uploads.find(({ step }) => step.kind === 'received' && step.importId === importId)
  if (done) removeUpload(done.id)
}

/** Cancels an upload, or takes a finished one off the list. */
export function removeUpload(id: string): void {
  replace(uploads.filter((upload) => upload.id !== id))
  running.get(id)?.abort()
  running.delete(id)
}

onSessionEnd(() => {
  for (const { id } of uploads) removeUpload(id)
})
