export type TextBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }

/**
 * Splits the operator's plain text into blocks: `#` and `##` start headings, `-` and `*` list items, blank lines end
 * paragraphs. Nothing else is interpreted, so the text can't inject markup.
 */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let isOpen = false
  for (const line of text.split(/\r\n?|\n/).map((raw) => raw.trim())) {
    const last = isOpen ? blocks.at(-1) : undefined
    const heading = /^(#{1,2})\s+(.+)$/.exec(line)
    const item = /^[-*]\s+(.+)$/.exec(line)?.[1]
    isOpen = line !== '' && !heading
    if (line === '') continue
    if (heading) {
      blocks.push({ kind: 'heading', level: heading[1] === '#' ? 2 : 3, text: heading[2] ?? '' })
    } else if (item !== undefined) {
      if (last?.kind === 'list') last.items.push(item)
      else blocks.push({ kind: 'list', items: [item] })
    } else if (last?.kind === 'paragraph') last.text += ` ${line}`
    else if (last?.kind === 'list') last.items.push(`${last.items.pop() ?? ''} ${line}`)
    else blocks.push({ kind: 'paragraph', text: line })
  }
  return blocks
}
