/** The identity providers whose own words the instructions use. */
export const PRODUCTS = ['okta', 'entra', 'google', 'keycloak', 'other'] as const
export type Product = (typeof PRODUCTS)[number]
