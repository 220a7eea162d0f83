const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card brand as its owner writes it; one that is not known stands as it came. */
export function brandName(brand: string): string {
  return names[brand.toLowerCase()] ?? brand
}
