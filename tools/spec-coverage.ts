/** One line of docs/requirements.md. */
export interface Requirement {
  id: string
  /** The part of the id before its number: `HOLD`, `X-API`. */
  area: string
  /** The step that completes it, 1 to 6. */
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
  /** Ids that no test cites, with their steps. */
  missing: Requirement[]
}

const requirementLine = /^- ((X-)?[A-Z][A-Z0-9]*-\d{2,}) \(step (\d),/
const citation = /\[((?:X-)?[A-Z][A-Z0-9]*-\d{2,}(?:\s*,\s*(?:X-)?[A-Z][A-Z0-9]*-\d{2,})*)\]/g
const comment = /^\s*(\/\/|\*|\/\*)/

/** Reads the list; throws where an id stands twice, since a test could then not say which one it proves. */
export function readRequirements(text: string): Requirement[] {
  const found = text.split('\n').flatMap((line) => {
    const [, id, , step] = requirementLine.exec(line) ?? []
    if (id === undefined) return []
    return [{ id, area: id.slice(0, id.lastIndexOf('-')), step: Number(step) }]
  })
  const ids = new Set<string>()
  for (const { id } of found) {
    if (ids.has(id)) throw new Error(`docs/requirements.md has ${id} twice`)
    ids.add(id)
  }
  return found
}

/** Every id that a test cites in square brackets in its name; what stands in comments proves nothing. */
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

/** Citations of ids that the list does not have. */
export function unknownCitations(requirements: Requirement[], citations: Citation[]): Citation[] {
  const known = new Set(requirements.map(({ id }) => id))
  return citations.filter(({ id }) => !known.has(id))
}

/** What is proven and what is not, area by area in the order of the list; of one step only when it is given. */
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
