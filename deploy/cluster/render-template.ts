/**
 * Fills in `${name}`.
 * @throws an error for a name without a value
 */
export function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the template has no value for ${name}`)
    return value
  })
}
