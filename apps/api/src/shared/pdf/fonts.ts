import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

const files = {
  text: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  handwriting: 'DejaVuSerif-Italic.ttf',
} as const

export type FontName = keyof typeof files

const require = createRequire(import.meta.url)
const bytes = new Map<FontName, Promise<Uint8Array>>()

function bytesOf(name: FontName): Promise<Uint8Array> {
  const cached = bytes.get(name) ?? readFile(require.resolve(`dejavu-fonts-ttf/ttf/${files[name]}`))
  bytes.set(name, cached)
  return cached
}

/** Embeds subsets of fonts with wide coverage, so that names print in their own script. */
export async function embedFonts<Name extends FontName>(
  pdf: PDFDocument,
  names: readonly Name[],
): Promise<Record<Name, PDFFont>> {
  pdf.registerFontkit(fontkit)
  const fonts: [Name, PDFFont][] = []
  for (const name of names) fonts.push([name, await pdf.embedFont(await bytesOf(name), { subset: true })])
  // Every name in the list has an entry.
  return Object.fromEntries(fonts) as Record<Name, PDFFont>
}
