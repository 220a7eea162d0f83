import type { SourcePart } from './source-parts.ts'

/** Lines of a configuration file: comments, and values, some of which are read by people. */
export function readConfigurationParts(text: string): SourcePart[] {
  return text.split('\n').flatMap((line, index): SourcePart[] => {
    const [, value = '', comment] = /^(.*?)(?:(?:^|\s)[#;](.*))?$/.exec(line) ?? []
    const at = { line: index + 1 }
    return [
      ...(value.trim() === '' ? [] : [{ kind: 'copy' as const, text: value.trim(), ...at }]),
      ...(comment === undefined ? [] : [{ kind: 'comment' as const, text: comment, ...at }]),
    ]
  })
}
