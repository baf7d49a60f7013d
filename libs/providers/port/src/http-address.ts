/** The address at which a published calendar is requested: `webcal` is HTTP by another name, and publishers that use it serve https. */
export const httpAddress = (address: string): string => address.trim().replace(/^webcals?:\/\//i, 'https://');
