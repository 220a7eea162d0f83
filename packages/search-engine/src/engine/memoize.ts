/** Remembers the value for each text. */
export function memoize<Value>(make: (text: string) => Value): (text: string) => Value {
  const cached = new Map<string, Value>()
  return (text) => {
    const existing = cached.get(text)
    if (existing !== undefined) return existing
    const value = make(text)
    cached.set(text, value)
    return value
  }
}
