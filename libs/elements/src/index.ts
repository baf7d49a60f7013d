import { Agenda } from './agenda/agenda.js';
import { define } from './base/element.js';
import { Booking } from './booking/booking.js';
import { ConnectButton } from './connect/connect-button.js';
import { SlotPicker } from './slot-picker/slot-picker.js';
import { AvailabilityViewer } from './viewer/availability-viewer.js';
import { WorkingHours } from './working-hours/working-hours.js';

export { Agenda, AvailabilityViewer, Booking, ConnectButton, SlotPicker, WorkingHours };
export type { AvailabilityQuery, Slot } from './slot-picker/slots.js';

define('kalends-slot-picker', SlotPicker);
define('kalends-booking', Booking);
define('kalends-availability-viewer', AvailabilityViewer);
define('kalends-working-hours', WorkingHours);
define('kalends-agenda', Agenda);
define('kalends-connect-button', ConnectButton);
