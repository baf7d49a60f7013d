/** The part of the official client (3.8.4, without types) that the tests call. */
declare module 'cronofy' {
  interface Event {
    event_id?: string;
    event_uid: string;
    calendar_id: string;
    options: { update: boolean; delete: boolean };
    summary: string;
    start: string;
    end: string;
  }
  interface EventsPage {
    pages: { current: number; total: number; next_page?: string };
    events: Event[];
  }
  interface SmartInvite {
    method?: string;
    recipient: { email: string; status: string };
    replies: { email: string; status: string }[];
    callback_url: string;
    event: Record<string, unknown>;
    attachments?: { icalendar: string };
  }
  interface NotificationChannel {
    channel_id: string;
    callback_url: string;
    filters: Record<string, unknown>;
  }
  interface Tokens {
    access_token: string;
    sub: string;
    linking_profile: { provider_name: string; profile_id: string; profile_name: string };
  }
  export default class Cronofy {
    constructor(config: Record<string, string>);
    urls: { api: string };
    listCalendars(): Promise<{ calendars: { calendar_id: string; calendar_name: string; provider_name: string }[] }>;
    listAccessibleCalendars(options: { profile_id: string }): Promise<{ accessible_calendars: object[] }>;
    readEvents(options: Record<string, unknown>): Promise<EventsPage>;
    createEvent(options: Record<string, unknown>): Promise<unknown>;
    deleteEvent(options: Record<string, unknown>): Promise<unknown>;
    updateExternalEvent(options: Record<string, unknown>): Promise<unknown>;
    deleteExternalEvent(options: Record<string, unknown>): Promise<unknown>;
    elevatedPermissions(options: Record<string, unknown>): Promise<{ permissions_request: { url?: string } }>;
    requestAccessToken(options: Record<string, string>): Promise<Tokens>;
    refreshAccessToken(): Promise<{ access_token: string }>;
    accountInformation(): Promise<{ account: Record<string, unknown> }>;
    userInfo(): Promise<{ 'cronofy.data': { profiles: { profile_calendars: object[] }[] } }>;
    profileInformation(): Promise<{ profiles: object[] }>;
    revokeAuthorization(): Promise<unknown>;
    createSmartInvite(options: Record<string, unknown>): Promise<SmartInvite>;
    getSmartInvite(options: Record<string, unknown>): Promise<SmartInvite>;
    cancelSmartInvite(options: Record<string, unknown>): Promise<SmartInvite>;
    availability(options: Record<string, unknown>): Promise<{ available_periods: object[] }>;
    createNotificationChannel(options: Record<string, unknown>): Promise<{ channel: NotificationChannel }>;
    listNotificationChannels(): Promise<{ channels: NotificationChannel[] }>;
    deleteNotificationChannel(options: { channel_id: string }): Promise<unknown>;
    sequencedAvailability(options: Record<string, unknown>): Promise<{ sequences: object[] }>;
    hmacValid(options: Record<string, string>): boolean;
  }
}
