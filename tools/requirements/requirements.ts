/** One line of docs/requirements.md. */
export interface Requirement {
  id: string
  /** The id without its number: `HOLD`, `X-API`. */
  area: string
  /** The step that completes it, from 1. */
  step: number
}

export interface TestFile {
  path: string
  text: string
}

export interface Citation {
  id: string
  path: string
}

export interface AreaCoverage {
  area: string
  total: number
  /** Requirements without a test. */
  missing: Requirement[]
}

const requirementLine = /^- ((X-)?[A-Z][A-Z0-9]*-\d{2,}) \(step ([1-9]\d*), [^)]+\) \S/
const citation = /\[((?:X-)?[A-Z][A-Z0-9]*-\d{2,}(?:\s*,\s*(?:X-)?[A-Z][A-Z0-9]*-\d{2,})*)\]/g
const comment = /^\s*(\/\/|\*|\/\*)/

/**
 * Reads the requirement list. Every list item must be a requirement.
 * @throws when a list item cannot be parsed, or an id occurs twice.
 */
export function readRequirements(text: string): Requirement[] {
  const found = text.split('\n').flatMap((line, index) => {
    if (!/^\s*[-*] /.test(line)) return []
    const [, id, , step] = requirementLine.exec(line) ?? []
    if (id === undefined)
      throw new Error(
        `docs/requirements.md:${index + 1}: expected "- HOLD-01 (step 1, spec §4) The fact.", got "${line.slice(0, 60)}"`,
      )
    return [{ id, area: id.slice(0, id.lastIndexOf('-')), step: Number(step) }]
  })
  const ids = new Set<string>()
  for (const { id } of found) {
    if (ids.has(id)) throw new Error(`docs/requirements.md has ${id} twice`)
    ids.add(id)
  }
  return found
}

/** Ids cited in square brackets in test titles; comments do not count. */
export function readCitations(files: TestFile[]): Citation[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => !comment.test(line))
      .flatMap((line) => [...line.matchAll(citation)])
      .flatMap(([, ids = '']) => ids.split(','))
      .map((id) => ({ id: id.trim(), path })),
  )
}

/** Citations of unknown ids. */
export function unknownCitations(requirements: Requirement[], citations: Citation[]): Citation[] {
  const known = new Set(requirements.map(({ id }) => id))
  return citations.filter(({ id }) => !known.has(id))
}

/** Coverage by area in the order of the list, for one step if given. */
export function coverageByArea(
  requirements: Requirement[],
  citations: Citation[],
  step?: number,
): AreaCoverage[] {
  const cited = new Set(citations.map(({ id }) => id))
  const chosen = requirements.filter((requirement) => step === undefined || requirement.step === step)
  return [...Map.groupBy(chosen, ({ area }) => area)].map(([area, all]) => ({
    area,
    total: all.length,
    missing: all.filter(({ id }) => !cited.has(id)),
  }))
}
