import { slugify } from '@terrace/domain/text/slug'

/**
 * Nicknames of teams, venues and competitions by the slug of the displayed name. Alternative names of data sources
 * are in the catalogue's alias tables.
 */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  // Premier League
  arsenal: ['The Gunners', 'AFC'],
  'aston-villa': ['Villans', 'AVFC'],
  bournemouth: ['AFC Bournemouth', 'The Cherries'],
  brentford: ['The Bees'],
  'brighton-and-hove-albion': ['Seagulls', 'BHAFC'],
  chelsea: ['The Blues', 'CFC'],
  'crystal-palace': ['Eagles', 'CPFC'],
  everton: ['Toffees', 'EFC'],
  fulham: ['Cottagers'],
  'leeds-united': ['LUFC'],
  liverpool: ['The Reds', 'LFC'],
  'manchester-city': ['Man City', 'Man C', 'Citizens', 'Cityzens', 'MCFC'],
  'manchester-united': ['Man U', 'Man Utd', 'Man United', 'Red Devils', 'MUFC', 'United'],
  'newcastle-united': ['Magpies', 'Toon', 'NUFC'],
  'nottingham-forest': ['Notts Forest', 'NFFC'],
  sunderland: ['Black Cats'],
  tottenham: ['Spurs', 'Tottenham Hotspur', 'THFC'],
  'tottenham-hotspur': ['Spurs', 'Tottenham', 'THFC'],
  'west-ham': ['Hammers', 'Irons', 'West Ham United'],
  'west-ham-united': ['Hammers', 'Irons', 'West Ham'],
  'wolverhampton-wanderers': ['Wolves'],
  wolves: ['Wolverhampton Wanderers'],
  'ipswich-town': ['Tractor Boys'],
  'hull-city': ['Tigers'],
  'coventry-city': ['Sky Blues'],
  // La Liga
  barcelona: ['Barça', 'Barca', 'FCB', 'Blaugrana', 'FC Barcelona'],
  'fc-barcelona': ['Barça', 'Barca', 'FCB', 'Blaugrana'],
  'real-madrid': ['Real', 'RMA', 'Los Blancos', 'Merengues'],
  'atletico-madrid': ['Atleti', 'Atlético', 'Colchoneros'],
  'athletic-bilbao': ['Athletic Club', 'Bilbao'],
  'athletic-club': ['Athletic Bilbao', 'Bilbao'],
  'real-betis': ['Betis'],
  'real-sociedad': ['La Real', 'Sociedad'],
  sevilla: ['Seville', 'Sevilla FC'],
  // Serie A
  inter: ['Inter Milan', 'Internazionale', 'Inter Milano', 'Nerazzurri'],
  'inter-milan': ['Inter', 'Internazionale', 'Nerazzurri'],
  internazionale: ['Inter', 'Inter Milan', 'Nerazzurri'],
  milan: ['AC Milan', 'Rossoneri'],
  'ac-milan': ['Milan', 'Rossoneri'],
  juventus: ['Juve', 'Old Lady', 'Bianconeri'],
  roma: ['AS Roma', 'Giallorossi'],
  'as-roma': ['Roma', 'Giallorossi'],
  lazio: ['SS Lazio', 'Biancocelesti'],
  fiorentina: ['Viola'],
  // Bundesliga
  'bayern-munich': ['Bayern', 'FCB', 'FC Bayern', 'Bayern München'],
  'bayern-munchen': ['Bayern', 'Bayern Munich', 'FCB'],
  'borussia-dortmund': ['BVB', 'Dortmund'],
  'borussia-monchengladbach': ['Gladbach', 'BMG'],
  'bayer-leverkusen': ['Leverkusen', 'Werkself'],
  'rb-leipzig': ['Leipzig', 'RBL'],
  'eintracht-frankfurt': ['Frankfurt', 'SGE'],
  'fc-koln': ['Cologne', 'Effzeh', 'FC Cologne'],
  '1-fc-koln': ['Cologne', 'Effzeh', 'FC Cologne'],
  cologne: ['Köln', 'Effzeh'],
  'hamburger-sv': ['HSV', 'Hamburg'],
  'werder-bremen': ['Bremen', 'Werder'],
  // Ligue 1
  'paris-saint-germain': ['PSG', 'Paris SG', 'Paris'],
  marseille: ['OM', 'Olympique de Marseille'],
  'olympique-marseille': ['OM', 'Marseille'],
  lyon: ['OL', 'Olympique Lyonnais'],
  'olympique-lyonnais': ['OL', 'Lyon'],
  monaco: ['AS Monaco', 'ASM'],
  lille: ['LOSC'],
  // Eredivisie
  ajax: ['Ajax Amsterdam', 'AFC Ajax'],
  'psv-eindhoven': ['PSV', 'Eindhoven'],
  feyenoord: ['Feyenoord Rotterdam'],
  // Brasileirão
  flamengo: ['Mengão', 'Fla'],
  corinthians: ['Timão'],
  palmeiras: ['Verdão'],
  'sao-paulo': ['Tricolor', 'SPFC'],
  'atletico-mineiro': ['Galo'],
  // NFL
  'san-francisco-49ers': ['Niners', '9ers', 'SF'],
  'new-england-patriots': ['Pats'],
  'tampa-bay-buccaneers': ['Bucs'],
  'jacksonville-jaguars': ['Jags'],
  'green-bay-packers': ['Pack', 'Cheeseheads'],
  'new-york-giants': ['NYG', 'Big Blue', 'G-Men'],
  'new-york-jets': ['NYJ', 'Gang Green'],
  'dallas-cowboys': ["America's Team"],
  'minnesota-vikings': ['Vikes'],
  'miami-dolphins': ['Fins'],
  'kansas-city-chiefs': ['KC', 'KC Chiefs'],
  'los-angeles-rams': ['LA Rams'],
  'los-angeles-chargers': ['LA Chargers', 'Bolts'],
  'las-vegas-raiders': ['Vegas Raiders', 'Raiders'],
  'philadelphia-eagles': ['Philly', 'Birds'],
  'arizona-cardinals': ['Cards'],
  'seattle-seahawks': ['Hawks'],
  'cincinnati-bengals': ['Cincy'],
  'washington-commanders': ['Commies', 'Washington Football Team'],
  'new-york-philharmonic': ['NY Phil', 'NYPhil', 'New York Phil'],
  // More clubs
  napoli: ['Naples', 'Partenopei', 'SSC Napoli'],
  torino: ['Turin', 'Toro', 'Granata'],
  genoa: ['Grifone'],
  venezia: ['Venice'],
  atalanta: ['La Dea', 'Bergamo'],
  bologna: ['Rossoblu'],
  udinese: ['Udine'],
  'celta-de-vigo': ['Celta', 'Celta Vigo'],
  'deportivo-la-coruna': ['Depor', 'Deportivo', 'La Coruna'],
  'deportivo-alaves': ['Alavés', 'Alaves'],
  'rayo-vallecano': ['Rayo'],
  espanyol: ['RCD Espanyol', 'Periquitos'],
  valencia: ['Los Che', 'VCF'],
  villarreal: ['Yellow Submarine'],
  'union-berlin': ['Eisern Union', 'FC Union'],
  'vfb-stuttgart': ['Stuttgart', 'VfB'],
  'tsg-hoffenheim': ['Hoffenheim', 'TSG'],
  'schalke-04': ['Schalke', 'S04', 'Königsblau'],
  'sc-freiburg': ['Freiburg'],
  'mainz-05': ['Mainz', 'FSV'],
  'ado-den-haag': ['The Hague', 'Den Haag'],
  'az-alkmaar': ['AZ', 'Alkmaar'],
  'nec-nijmegen': ['NEC', 'Nijmegen'],
  'fc-twente': ['Twente', 'Enschede'],
  'athletico-paranaense': ['Furacão', 'CAP'],
  internacional: ['Inter Porto Alegre', 'Colorado'],
  gremio: ['Imortal'],
  fluminense: ['Flu', 'Tricolor Carioca'],
  botafogo: ['Fogão'],
  santos: ['Peixe'],
  'vasco-da-gama': ['Vasco'],
  'red-bull-bragantino': ['Bragantino', 'Massa Bruta'],
  'baltimore-ravens': ['Ravens'],
  'chicago-bears': ['Da Bears'],
  'pittsburgh-steelers': ['Black and Gold', 'Steel Curtain'],
  'houston-texans': ['Texans'],
  // Venues
  'madison-square-garden': ['MSG', 'The Garden'],
  'old-trafford': ['Theatre of Dreams'],
  'emirates-stadium': ['The Emirates', 'Ashburton Grove'],
  'etihad-stadium': ['City of Manchester Stadium'],
  'stamford-bridge': ['The Bridge'],
  'camp-nou': ['Nou Camp', 'Spotify Camp Nou'],
  'spotify-camp-nou': ['Nou Camp', 'Camp Nou'],
  'santiago-bernabeu': ['Bernabéu'],
  'santiago-bernabeu-stadium': ['Bernabéu'],
  'stadio-giuseppe-meazza': ['San Siro'],
  'san-siro': ['Giuseppe Meazza', 'Stadio Giuseppe Meazza'],
  'signal-iduna-park': ['Westfalenstadion'],
  'parc-des-princes': ['Paris ground'],
  'autodromo-nazionale-monza': ['Monza', 'Autodromo di Monza'],
  'circuit-de-spa-francorchamps': ['Spa'],
  'circuit-of-the-americas': ['COTA', 'Austin'],
  'silverstone-circuit': ['Silverstone'],
  'circuit-de-monaco': ['Monte Carlo'],
  'marina-bay-street-circuit': ['Singapore street circuit'],
  'jose-carlos-pace': ['Interlagos'],
  'autodromo-jose-carlos-pace': ['Interlagos'],
  'yas-marina-circuit': ['Yas Island', 'Abu Dhabi'],
  'david-geffen-hall': ['Avery Fisher Hall', 'Lincoln Center'],
}

const categories: Readonly<Record<string, readonly string[]>> = {
  'premier-league': ['EPL', 'Prem', 'BPL', 'English Premier League', 'PL'],
  'la-liga': ['Primera División', 'LaLiga', 'Spanish League'],
  'serie-a': ['Italian League', 'Calcio'],
  bundesliga: ['German League'],
  'ligue-1': ['French League', 'L1'],
  eredivisie: ['Dutch League'],
  'brasileirao-serie-a': ['Brazilian League', 'Brasileirao'],
  'champions-league': ['UCL', 'CL'],
  nfl: ['National Football League', 'American football'],
  'formula-1': ['F1', 'Formula One'],
  f1: ['Formula 1', 'Formula One'],
  'formula-one': ['F1', 'Formula 1'],
}

/** Local and English names of cities by the slug of the catalogue's name. */
const cities: Readonly<Record<string, readonly string[]>> = {
  milano: ['Milan'],
  roma: ['Rome'],
  torino: ['Turin'],
  firenze: ['Florence'],
  genova: ['Genoa'],
  napoli: ['Naples'],
  venezia: ['Venice'],
  munchen: ['Munich'],
  koln: ['Cologne'],
  monchengladbach: ['Gladbach'],
  sevilla: ['Seville'],
  'the-hague': ['Den Haag'],
  'new-york': ['NYC', 'Manhattan', 'Big Apple'],
  'east-rutherford': ['New York', 'New Jersey', 'NYC'],
  inglewood: ['Los Angeles', 'LA'],
  'santa-clara': ['San Francisco', 'Bay Area'],
  foxborough: ['Boston', 'New England'],
  arlington: ['Dallas'],
  'orchard-park': ['Buffalo'],
  landover: ['Washington DC'],
  glendale: ['Phoenix', 'Arizona'],
  'miami-gardens': ['Miami'],
  'las-vegas': ['Vegas'],
  'monte-carlo': ['Monaco'],
  'mexico-city': ['Ciudad de México', 'CDMX'],
  'newcastle-upon-tyne': ['Newcastle'],
  'kingston-upon-hull': ['Hull'],
  sakhir: ['Bahrain'],
  spielberg: ['Austria', 'Spielberg'],
  'decines-charpieu': ['Lyon'],
  'villeneuve-d-ascq': ['Lille'],
  'villeneuve-dascq': ['Lille'],
  gelsenkirchen: ['Schalke'],
  lusail: ['Doha', 'Qatar'],
}

/** Common names of countries; other countries have their English name only. */
const countries: Readonly<Record<string, readonly string[]>> = {
  GB: ['UK', 'England', 'Britain'],
  US: ['USA', 'America', 'States'],
  AE: ['UAE'],
  NL: ['Netherlands', 'Holland'],
}
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const words: Readonly<Record<string, readonly string[]>> = {
  football: ['soccer match game fixture'],
  'american-football': ['game match gridiron'],
  motorsport: ['race racing grand prix GP Formula 1 Formula One F1'],
  'classical-music': ['concert orchestra symphony show live'],
  music: ['concert gig show live tour'],
  'arts-and-theatre': ['show theater play stage musical'],
}

/** Cached slugs: the same names occur in many events. */
const slugs = new Map<string, string>()

export function slugOf(name: string): string {
  const cached = slugs.get(name)
  if (cached !== undefined) return cached
  const slug = slugify(name)
  if (slugs.size > 5000) slugs.clear()
  slugs.set(name, slug)
  return slug
}

export const nicknamesOf = (name: string): readonly string[] => nicknames[slugOf(name)] ?? []
export const categoryNicknames = (name: string): readonly string[] => categories[slugOf(name)] ?? []
/** Generic words for events of the sport or genre, such as 'race', 'match' or 'concert'. */
export const sportKeywords = (name: string): readonly string[] => words[slugOf(name)] ?? []

export const cityNames = (city: string): readonly string[] => cities[slugOf(city)] ?? []

/** Other names of the city, and names of the country. */
export function locationNames(city: string, countryCode: string): readonly string[] {
  const country =
    countries[countryCode] ?? (/^[A-Z]{2}$/.test(countryCode) ? [countryNames.of(countryCode) ?? ''] : [])
  return [...cityNames(city), ...country]
}
