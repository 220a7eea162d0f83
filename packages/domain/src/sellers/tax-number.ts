/** What a tax number looks like where that is known: an expression for the number without spaces, dots and hyphens. */
const formats: Readonly<Record<string, readonly [pattern: RegExp, example: string]>> = {
  AT: [/^ATU\d{8}$/, 'ATU12345678'],
  AU: [/^\d{11}$/, '51 824 753 556'],
  BE: [/^BE[01]\d{9}$/, 'BE0123456789'],
  BR: [/^[A-Z\d]{12}\d{2}$/, '12.345.678/0001-95'],
  CA: [/^\d{9}(RT\d{4})?$/, '123456789 RT0001'],
  CH: [/^CHE\d{9}(MWST|TVA|IVA)?$/, 'CHE-123.456.789 MWST'],
  CZ: [/^CZ\d{8,10}$/, 'CZ12345678'],
  DE: [/^DE\d{9}$/, 'DE123456789'],
  DK: [/^DK\d{8}$/, 'DK12345678'],
  ES: [/^ES[A-Z\d]\d{7}[A-Z\d]$/, 'ESB12345678'],
  FI: [/^FI\d{8}$/, 'FI12345678'],
  FR: [/^FR[A-Z\d]{2}\d{9}$/, 'FR12345678901'],
  GB: [/^GB(\d{9}|\d{12}|GD[0-4]\d\d|HA[5-9]\d\d)$/, 'GB123456789'],
  GR: [/^EL\d{9}$/, 'EL123456789'],
  HU: [/^HU\d{8}$/, 'HU12345678'],
  IE: [/^IE\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/, 'IE1234567AB'],
  IT: [/^IT\d{11}$/, 'IT12345678901'],
  LU: [/^LU\d{8}$/, 'LU12345678'],
  MX: [/^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/, 'ABC010203AB1'],
  NL: [/^NL\d{9}B\d{2}$/, 'NL123456789B01'],
  NO: [/^(NO)?\d{9}(MVA)?$/, 'NO123456789MVA'],
  PL: [/^PL\d{10}$/, 'PL1234567890'],
  PT: [/^PT\d{9}$/, 'PT123456789'],
  RO: [/^RO\d{2,10}$/, 'RO1234567890'],
  SE: [/^SE\d{12}$/, 'SE123456789001'],
  US: [/^\d{9}$/, '12-3456789'],
}

const anyNumber = /^[\p{L}\d/]{4,30}$/u

/** Upper case without spaces, dots and hyphens, so that two spellings of a number are equal. */
export const plainTaxNumber = (text: string): string => text.toUpperCase().replaceAll(/[\s./-]/g, '')

/** Why the number is invalid in the country; `undefined` if it is valid, as far as its format is known. */
export function taxNumberProblem(text: string, countryCode: string): string | undefined {
  const plain = plainTaxNumber(text)
  const format = formats[countryCode]
  if (!format) return anyNumber.test(plain) ? undefined : 'must have 4 to 30 letters and digits'
  const [pattern, example] = format
  return pattern.test(plain) ? undefined : `must be a tax number such as ${example}`
}
