import { matchKey } from '../../matching/match-key.ts'

/** Names and short forms in English, German, French, Spanish, Italian, Portuguese and Dutch, January first. */
const names = [
  'jan january januar janner janvier janv enero ene gennaio gen janeiro januari',
  'feb february februar fevrier fevr febrero febbraio fevereiro fev februari',
  'mar march marz maerz mrz mars marzo marco maart mrt',
  'apr april avril avr abril abr aprile',
  'may mai mayo maggio mag maio mei',
  'jun june juni juin junio giugno giu junho',
  'jul july juli juillet juil julio luglio lug julho',
  'aug august aout agosto ago augustus',
  'sep sept september septembre septiembre settembre set setembro',
  'oct october oktober okt octobre octubre ottobre ott outubro out',
  'nov november novembre noviembre novembro',
  'dec december dezember dez decembre diciembre dic dicembre dezembro',
]

const months = new Map(names.flatMap((line, index) => line.split(' ').map((name) => [name, index + 1])))

/** The number of a month, 1 to 12, by its name. */
export function monthOf(word: string): number | undefined {
  return months.get(matchKey(word))
}
