/** Parses a form body with Stripe's brackets: `a[b]=1&x[0]=2` is `{a: {b: '1'}, x: ['2']}`. */
export function readForm(text: string): Record<string, unknown> {
  const root: Tree = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...inner] = name.split('[')
    const path = [first, ...inner.map((part) => part.slice(0, -1))]
    let tree = root
    for (const key of path.slice(0, -1)) {
      const next = tree.get(key)
      if (next instanceof Map) tree = next
      else {
        const made: Tree = new Map()
        tree.set(key, made)
        tree = made
      }
    }
    tree.set(path.at(-1) ?? '', value)
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, plain(value)]))
}

type Tree = Map<string, Tree | string>

function plain(value: Tree | string): unknown {
  if (typeof value === 'string') return value
  const entries = [...value].map(([key, inner]) => [key, plain(inner)] as const)
  return entries.every(([key], index) => key === String(index))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
}
