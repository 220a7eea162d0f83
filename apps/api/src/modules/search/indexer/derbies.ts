/** Names of matches between rivals, by the teams' catalogue names in either order. */
const derbies: readonly (readonly [one: string, other: string, names: readonly string[]])[] = [
  ['Arsenal', 'Tottenham Hotspur', ['North London derby', 'NLD']],
  ['Everton', 'Liverpool', ['Merseyside derby']],
  ['Manchester City', 'Manchester United', ['Manchester derby']],
  ['Liverpool', 'Manchester United', ['North West derby']],
  ['Newcastle United', 'Sunderland', ['Tyne-Wear derby', 'North East derby']],
  ['Brighton & Hove Albion', 'Crystal Palace', ['M23 derby']],
  ['Barcelona', 'Real Madrid', ['El Clásico']],
  ['Atlético Madrid', 'Real Madrid', ['Madrid derby', 'El Derbi']],
  ['Barcelona', 'Espanyol', ['Barcelona derby', 'Derbi barceloní']],
  ['Real Betis', 'Sevilla', ['Seville derby']],
  ['Athletic Club', 'Real Sociedad', ['Basque derby']],
  ['AC Milan', 'Inter', ['Milan derby', 'Derby della Madonnina']],
  ['AS Roma', 'Lazio', ['Rome derby', 'Derby della Capitale']],
  ['Juventus', 'Torino', ['Turin derby', 'Derby della Mole']],
  ['Inter', 'Juventus', ["Derby d'Italia"]],
  ['Bayern München', 'Borussia Dortmund', ['Der Klassiker']],
  ['Borussia Dortmund', 'Schalke 04', ['Revierderby']],
  ['Marseille', 'Paris Saint-Germain', ['Le Classique']],
  ['Ajax', 'Feyenoord', ['De Klassieker']],
  ['Flamengo', 'Fluminense', ['Fla-Flu']],
  ['Corinthians', 'Palmeiras', ['Derby Paulista']],
  ['Grêmio', 'Internacional', ['Grenal']],
]

const keyOf = (names: readonly string[]): string => names.toSorted().join('\n')
const namesOfPairs = new Map(derbies.map(([one, other, names]) => [keyOf([one, other]), names]))

/** The names of a match between these two, such as 'El Clásico'. */
export function derbyNames(performers: readonly { name: string }[]): readonly string[] {
  if (performers.length !== 2) return []
  return namesOfPairs.get(keyOf(performers.map(({ name }) => name))) ?? []
}
