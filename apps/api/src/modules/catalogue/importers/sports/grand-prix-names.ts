/** Grand Prix names without the yearly sponsor, by F1DB id. */
const names: Readonly<Record<string, string>> = {
  'abu-dhabi': 'Abu Dhabi',
  australia: 'Australian',
  austria: 'Austrian',
  azerbaijan: 'Azerbaijan',
  bahrain: 'Bahrain',
  'barcelona-catalunya': 'Barcelona-Catalunya',
  belgium: 'Belgian',
  canada: 'Canadian',
  china: 'Chinese',
  'emilia-romagna': 'Emilia Romagna',
  france: 'French',
  germany: 'German',
  'great-britain': 'British',
  hungary: 'Hungarian',
  italy: 'Italian',
  japan: 'Japanese',
  'las-vegas': 'Las Vegas',
  mexico: 'Mexican',
  miami: 'Miami',
  monaco: 'Monaco',
  netherlands: 'Dutch',
  portugal: 'Portuguese',
  qatar: 'Qatar',
  'sao-paulo': 'São Paulo',
  'saudi-arabia': 'Saudi Arabian',
  singapore: 'Singapore',
  spain: 'Spanish',
  turkey: 'Turkish',
  'united-states': 'United States',
}

/** `las-vegas` → `Las Vegas Grand Prix`. An unknown id uses its official name, without series and year. */
export function grandPrixTitle(id: string, officialName: string | undefined): string {
  const name = names[id]
  if (name) return `${name} Grand Prix`
  const plain = officialName?.replace(/^formula 1\s+/i, '').replace(/\s+\d{4}$/, '')
  return (
    plain ||
    `${id.replaceAll('-', ' ').replaceAll(/\b\p{L}/gu, (initial) => initial.toUpperCase())} Grand Prix`
  )
}
