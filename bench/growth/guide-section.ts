import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../../docs/guides/scaling.md')
const [from, to] = ['<!-- npm run growth: from here -->', '<!-- npm run growth: to here -->']

/** The part of the guide between the marks of the model. @throws without them */
export function readGuideSection(): string {
  const { section } = parts()
  return section.trim()
}

/** Replaces the part of the guide between the marks of the model. */
export function writeGuideSection(text: string): void {
  const { before, after } = parts()
  writeFileSync(file, `${before}${from}\n\n${text}\n\n${to}${after}`)
}

function parts() {
  const [before, rest] = readFileSync(file, 'utf8').split(from)
  const [section, after] = (rest ?? '').split(to)
  if (before === undefined || section === undefined || after === undefined)
    throw new Error(`${file} has no marks "${from}" and "${to}"`)
  return { before, section, after }
}
