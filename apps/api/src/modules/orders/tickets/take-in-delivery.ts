import type { Db } from '../../../db/client.ts'
import type { FileStore } from '../../../files/file-store.port.ts'
import { keepFile } from '../../../files/keep-file.ts'
import { invalidInput } from '../../../shared/app-error.ts'
import type { Ids } from '../../../shared/ids.ts'
import { plainLine } from '../../../shared/plain-line.ts'
import { judgeTicketFile } from './judge-file.ts'
import type { Delivered } from './ticket.ts'

/** What a seller hands over: files, in the order of the tickets, or one thing for the whole line. */
export type Delivery =
  | { kind: 'files'; files: readonly { name: string; bytes: Uint8Array }[] }
  | { kind: 'mobile_link'; url: string }
  | { kind: 'transfer' | 'tracking'; reference: string }

export interface TakeInDeps {
  db: Db
  ids: Ids
  files: FileStore
}

/** Judges what is handed over, and stores its files: good for tickets once a transaction names it. */
export async function takeInDelivery(deps: TakeInDeps, delivery: Delivery): Promise<Delivered[]> {
  return delivery.kind === 'files' ? await storeFiles(deps, delivery.files) : [judgeWhole(delivery)]
}

async function storeFiles(
  deps: TakeInDeps,
  given: readonly { name: string; bytes: Uint8Array }[],
): Promise<Delivered[]> {
  const judged = given.map(({ name, bytes }) => {
    const verdict = judgeTicketFile(bytes)
    if (!verdict.ok) throw invalidInput({ files: [`${name} ${verdict.problem}`] })
    return { name, bytes, contentType: verdict.contentType }
  })
  if (judged.length === 0) throw invalidInput({ files: ['must be at least one'] })
  const stored: Delivered[] = []
  for (const { name, bytes, contentType } of judged) {
    const storedAs = `tickets/${deps.ids.secret()}`
    await keepFile(deps, { name: storedAs, bytes, contentType })
    stored.push({ kind: 'file', fileName: cleanName(name), contentType, size: bytes.length, storedAs })
  }
  return stored
}

/** A name that any system can save under: no folders, no control characters, not endless. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replaceAll(/[\p{C}"<>:|?*]+/gu, '_').trim()
  return plain === '' ? 'ticket' : plain.slice(-120)
}

function judgeWhole(delivery: Exclude<Delivery, { kind: 'files' }>): Delivered {
  if (delivery.kind === 'mobile_link') return { kind: 'mobile_link', url: linkOf(delivery.url) }
  const reference = plainLine(delivery.reference)
  if (reference === '' || reference.length > 200)
    throw invalidInput({ [delivery.kind]: ['must be 1 to 200 characters'] })
  return { kind: delivery.kind, reference }
}

function linkOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFine =
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= 2000
  if (!url || !isFine) throw invalidInput({ link: ['must be an address that begins with https://'] })
  return url.href
}
