import { matchKey } from '../../matching/match-key.ts'
import type { FixtureField } from './profile.ts'

/** Column names that sources use, in several languages; of two columns for one field, the earlier word counts. */
const words: readonly [FixtureField, string][] = [
  [
    'dateTime',
    'date time|datetime|start date time|kick off date time|date and time|starts at|datetime local|start datetime|datum uhrzeit|fecha hora|date heure|start',
  ],
  [
    'date',
    'date|game date|match date|event date|start date|gameday|game day|day|datum|spieldatum|fecha|data|dia|tag|jour|giorno|speeldatum|dato',
  ],
  [
    'time',
    'time|kick off|kickoff|kick off time|ko|start time|game time|gametime|match time|tip off|face off|faceoff|puck drop|uhrzeit|zeit|anstoss|beginn|heure|coup d envoi|hora|hora inicio|ora|orario|tijd|aanvang|doors|starts|hour',
  ],
  ['zone', 'time zone|timezone|tz|zeitzone|fuseau horaire|zona horaria|fuso orario|tijdzone'],
  [
    'home',
    'home name|home team name|home team|home|home club|hometeam|team 1|team1|heim|heimteam|heimmannschaft|gastgeber|domicile|equipe a domicile|equipe domicile|local|equipo local|casa|squadra casa|squadra di casa|mandante|equipe da casa|thuis|thuisploeg|thuisteam|host',
  ],
  [
    'away',
    'away name|away team name|away team|away|away club|awayteam|visitor|visitors|visiting team|visitor team|team 2|team2|opponent|gast|gaste|gastmannschaft|auswarts|auswartsteam|exterieur|equipe exterieure|visitante|equipo visitante|ospite|ospiti|trasferta|squadra ospite|equipe visitante|uit|uitploeg|bezoekers|guest',
  ],
  [
    'performers',
    'performers|performer|artist|artists|act|acts|line up|lineup|headliner|headliners|band|bands|kunstler|kunstlerin|interpret|artiste|artistes|artista|artistas|artisti|artiest|drivers|players',
  ],
  [
    'title',
    'title|event title|event name|event|name|match|game|fixture|show|race|grand prix|concert|festival|concerto|concierto|konzert|veranstaltung|titel|titre|spectacle|evenement|evento|titulo|titolo|voorstelling',
  ],
  ['id', 'id|event id|game id|match id|fixture id|uid|gameid|matchid|eventid|external id|ref|reference|key'],
  [
    'venue',
    'venue|venue name|stadium|arena|ground|hall|circuit|track|location|place|stadion|spielstatte|spielort|ort|halle|lieu|salle|stade|recinto|estadio|sede|luogo|stadio|local do jogo|locatie|zaal',
  ],
  ['city', 'city|town|stadt|ville|ciudad|citta|cidade|stad|venue city'],
  ['country', 'country|country code|land|pays|pais|paese|venue country'],
  [
    'round',
    'round|matchday|match day|week|gameweek|game week|matchweek|spieltag|runde|jornada|journee|giornata|rodada|speelronde|ronde|round number',
  ],
  ['session', 'session|session name|session type'],
  ['status', 'status|state|event status|game status|statut|estado|stato'],
  ['neutral', 'neutral|neutral site|neutral venue|is neutral'],
  [
    'competition',
    'competition|league|tournament|liga|wettbewerb|ligue|competicion|campionato|competizione|competicao|torneo|competitie|series',
  ],
  ['season', 'season|saison|temporada|stagione|seizoen|season name'],
]

const fields = new Map(
  words.flatMap(([field, names]) => names.split('|').map((name, rank) => [name, { field, rank }] as const)),
)

/** Zones that column names state: `Time (ET)`, `kickoff_utc`. */
const zones: readonly [RegExp, string][] = [
  [/ (?:utc|gmt|zulu)$/, 'UTC'],
  [/ (?:us eastern|eastern|et|est|edt)$/, 'America/New_York'],
  [/ (?:us central|ct|cst|cdt)$/, 'America/Chicago'],
  [/ (?:us pacific|pacific|pt|pst|pdt)$/, 'America/Los_Angeles'],
  [/ (?:uk|bst)$/, 'Europe/London'],
  [/ (?:cet|cest|mez|mesz)$/, 'Europe/Paris'],
  [/ (?:local|local time|lokal|ortszeit)$/, 'venue'],
]

export interface ColumnMeaning {
  column: string
  field: FixtureField
  /** Lower is more certain. */
  rank: number
  zone: string | null
}

/** What a column's name says about it. */
export function meaningOf(column: string): ColumnMeaning | undefined {
  const key = matchKey(column.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
  const direct = fields.get(key)
  if (direct) return { column, ...direct, zone: null }
  for (const [suffix, zone] of zones) {
    const found = suffix.test(` ${key}`) ? fields.get(key.replace(suffix, '')) : undefined
    if (found && ['date', 'time', 'dateTime'].includes(found.field)) return { column, ...found, zone }
  }
  return undefined
}
