import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface StructureNode {
  role: string
  alt?: string
  children: readonly (StructureNode | { type: string; id: string })[]
}

/** An element of a tagged document with the text in it. */
export interface TaggedElement {
  role: string
  alt?: string
  text: string
  children: TaggedElement[]
}

export async function openPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  return task.promise
}

/** The elements of a tagged document, page by page. */
export async function elementsOfPdf(bytes: Uint8Array): Promise<TaggedElement[]> {
  const pdf = await openPdf(bytes)
  const elements: TaggedElement[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    let open: string[] = []
    for (const item of items) {
      if ('str' in item) {
        const id = open.at(-1) ?? ''
        texts.set(id, (texts.get(id) ?? '') + item.str)
      } else if (item.type === 'endMarkedContent') open = open.slice(0, -1)
      else open.push('id' in item && typeof item.id === 'string' ? item.id : '')
    }
    const tree = (await page.getStructTree()) as StructureNode | null
    if (tree) elements.push(elementOf(tree, texts))
  }
  await pdf.loadingTask.destroy()
  return elements
}

function elementOf(node: StructureNode, texts: ReadonlyMap<string, string>): TaggedElement {
  const own: string[] = []
  const children: TaggedElement[] = []
  for (const child of node.children) {
    if ('role' in child) children.push(elementOf(child, texts))
    else own.push(texts.get(child.id)?.trim() ?? '')
  }
  return {
    role: node.role,
    ...(node.alt !== undefined && { alt: node.alt }),
    text: own.filter((text) => text !== '').join(' '),
    children,
  }
}

/** All elements in reading order. */
export const flatten = (elements: readonly TaggedElement[]): TaggedElement[] =>
  elements.flatMap((element) => [element, ...flatten(element.children)])
