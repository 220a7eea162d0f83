/** A function of a text that computes each value once. */
export function rememberByText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const values = new Map<string, Value>()
  return (text) => {
    const known = values.get(text)
    if (known !== undefined) return known
    const value = compute(text)
    values.set(text, value)
    return value
  }
}
