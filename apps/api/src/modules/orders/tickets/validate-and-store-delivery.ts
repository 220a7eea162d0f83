import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { storeFile } from '#api/files/store-file.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { toSingleLine } from '#api/shared/text/single-line.ts'
import { validateTicketFile } from './validate-ticket-file.ts'
import type { DeliveredItem } from './ticket.ts'

/** A seller's delivery: one file per ticket in ticket order, or one item for the whole line. */
export type Delivery =
  | { kind: 'files'; files: readonly { name: string; bytes: Uint8Array }[] }
  | { kind: 'mobile_link'; url: string }
  | { kind: 'transfer' | 'tracking'; reference: string }

export interface DeliveryDeps {
  db: Db
  ids: Ids
  files: FileStore
}

/** Validates a delivery and stores its files. They are swept unless a transaction claims them. */
export async function validateAndStoreDelivery(
  deps: DeliveryDeps,
  delivery: Delivery,
): Promise<DeliveredItem[]> {
  return delivery.kind === 'files' ? await storeFiles(deps, delivery.files) : [parseLineDelivery(delivery)]
}

async function storeFiles(
  deps: DeliveryDeps,
  uploads: readonly { name: string; bytes: Uint8Array }[],
): Promise<DeliveredItem[]> {
  const checkedFiles = uploads.map(({ name, bytes }) => {
    const result = validateTicketFile(bytes)
    if (!result.ok) throw invalidInput({ files: [`${name} ${result.problem}`] })
    return { name, bytes, contentType: result.contentType }
  })
  if (checkedFiles.length === 0) throw invalidInput({ files: ['must be at least one'] })
  const stored: DeliveredItem[] = []
  for (const { name, bytes, contentType } of checkedFiles) {
    const storageKey = `tickets/${deps.ids.secret()}`
    await storeFile(deps, { name: storageKey, bytes, contentType })
    stored.push({ kind: 'file', fileName: cleanName(name), contentType, size: bytes.length, storageKey })
  }
  return stored
}

/** A file name that is valid on any system: no folders or control characters, at most 120 characters. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replaceAll(/[\p{C}"<>:|?*]+/gu, '_').trim()
  return plain === '' ? 'ticket' : plain.slice(-120)
}

function parseLineDelivery(delivery: Exclude<Delivery, { kind: 'files' }>): DeliveredItem {
  if (delivery.kind === 'mobile_link') return { kind: 'mobile_link', url: parseLink(delivery.url) }
  const reference = toSingleLine(delivery.reference)
  if (reference === '' || reference.length > 200)
    throw invalidInput({ [delivery.kind]: ['must be 1 to 200 characters'] })
  return { kind: delivery.kind, reference }
}

function parseLink(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isValid =
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= 2000
  if (!url || !isValid) throw invalidInput({ link: ['must be a URL that begins with https://'] })
  return url.href
}
