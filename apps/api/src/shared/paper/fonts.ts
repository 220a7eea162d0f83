import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

const files = {
  text: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  hand: 'DejaVuSerif-Italic.ttf',
} as const

export type FontName = keyof typeof files

const require = createRequire(import.meta.url)
const bytes = new Map<FontName, Promise<Uint8Array>>()

function bytesOf(name: FontName): Promise<Uint8Array> {
  const known = bytes.get(name) ?? readFile(require.resolve(`dejavu-fonts-ttf/ttf/${files[name]}`))
  bytes.set(name, known)
  return known
}

/** Puts fonts of wide coverage into a document: a name is printed as its bearer writes it. Only what is used of them stays. */
export async function embedFonts<Name extends FontName>(
  pdf: PDFDocument,
  names: readonly Name[],
): Promise<Record<Name, PDFFont>> {
  pdf.registerFontkit(fontkit)
  const fonts: [Name, PDFFont][] = []
  for (const name of names) fonts.push([name, await pdf.embedFont(await bytesOf(name), { subset: true })])
  // Every name of the list has its entry.
  return Object.fromEntries(fonts) as Record<Name, PDFFont>
}
