import {
  inspectedTextBytes,
  inventoryProfilesRoutes,
  type WireInspectedFile,
} from '@terrace/contracts/inventory-profiles'
import { sendFile } from '#web/lib/http/send-file.ts'

/** What a file looks like, what it probably means, and which of the team's profiles read it. */
export type InspectedFile = WireInspectedFile

interface InspectOptions {
  /** Of a spreadsheet; without it, the first one with a header. */
  sheet?: string | undefined
  signal: AbortSignal
}

/** Lets the server look at the start of a file; a spreadsheet is sent whole. */
export async function inspectFile(file: File, { sheet, signal }: InspectOptions): Promise<InspectedFile> {
  const isSpreadsheet = /\.xlsx$/i.test(file.name)
  const { data } = await sendFile(inventoryProfilesRoutes.inspect, {
    query: sheet === undefined ? {} : { sheet },
    file: isSpreadsheet ? file : file.slice(0, inspectedTextBytes),
    signal,
  })
  return data
}
