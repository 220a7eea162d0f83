/**
 * Data that F1DB lacks: time zone, country code and race-day capacity (rounded public figures, not verified).
 * Circuits without an entry are skipped, because they have no local time.
 */
export interface CircuitDetails {
  timezone: string
  countryCode: string
  capacity: number
}

const detailsById: Readonly<
  Record<string, readonly [timezone: string, countryCode: string, capacity: number]>
> = {
  austin: ['America/Chicago', 'US', 120_000],
  bahrain: ['Asia/Bahrain', 'BH', 70_000],
  baku: ['Asia/Baku', 'AZ', 30_000],
  catalunya: ['Europe/Madrid', 'ES', 110_000],
  hungaroring: ['Europe/Budapest', 'HU', 70_000],
  imola: ['Europe/Rome', 'IT', 78_000],
  interlagos: ['America/Sao_Paulo', 'BR', 60_000],
  istanbul: ['Europe/Istanbul', 'TR', 125_000],
  jeddah: ['Asia/Riyadh', 'SA', 50_000],
  'las-vegas': ['America/Los_Angeles', 'US', 100_000],
  lusail: ['Asia/Qatar', 'QA', 40_000],
  madring: ['Europe/Madrid', 'ES', 110_000],
  'marina-bay': ['Asia/Singapore', 'SG', 90_000],
  melbourne: ['Australia/Melbourne', 'AU', 80_000],
  'mexico-city': ['America/Mexico_City', 'MX', 110_000],
  miami: ['America/New_York', 'US', 80_000],
  monaco: ['Europe/Monaco', 'MC', 37_000],
  montreal: ['America/Toronto', 'CA', 100_000],
  monza: ['Europe/Rome', 'IT', 115_000],
  portimao: ['Europe/Lisbon', 'PT', 90_000],
  sepang: ['Asia/Kuala_Lumpur', 'MY', 130_000],
  shanghai: ['Asia/Shanghai', 'CN', 80_000],
  silverstone: ['Europe/London', 'GB', 150_000],
  'spa-francorchamps': ['Europe/Brussels', 'BE', 70_000],
  spielberg: ['Europe/Vienna', 'AT', 105_000],
  suzuka: ['Asia/Tokyo', 'JP', 155_000],
  'yas-marina': ['Asia/Dubai', 'AE', 60_000],
  zandvoort: ['Europe/Amsterdam', 'NL', 105_000],
}

export function circuitDetails(id: string): CircuitDetails | undefined {
  const found = detailsById[id]
  return found && { timezone: found[0], countryCode: found[1], capacity: found[2] }
}
