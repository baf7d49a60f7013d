import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import net.fortuna.ical4j.data.CalendarBuilder;
import net.fortuna.ical4j.data.ParserException;
import net.fortuna.ical4j.model.Calendar;
import net.fortuna.ical4j.model.component.CalendarComponent;
import net.fortuna.ical4j.model.property.Method;
import net.fortuna.ical4j.validate.ITIPValidator;
import net.fortuna.ical4j.validate.ValidationException;
import net.fortuna.ical4j.validate.ValidationResult;

/** Standard input: one base64 iCalendar object a line. Standard output: a line each, empty or what ical4j finds wrong. */
public final class Validate {
  public static void main(String[] arguments) throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      var text = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
      System.out.println(String.join("; ", errorsOf(text)).replaceAll("\\s+", " "));
    }
  }

  private static List<String> errorsOf(String text) throws Exception {
    var errors = new ArrayList<String>();
    try {
      Calendar calendar = new CalendarBuilder().build(new StringReader(text));
      collect(errors, calendar.validate(true));
      Method method = calendar.getMethod();
      if (method == null) return errors;
      // RFC 5546 §3.1: the tables of the calendar, then those of each component for its METHOD
      collect(errors, new ITIPValidator().validate(calendar));
      for (CalendarComponent component : calendar.<CalendarComponent>getComponents()) collect(errors, component.validate(method));
    } catch (ParserException | ValidationException | IllegalArgumentException refused) {
      errors.add(String.valueOf(refused.getMessage()));
    }
    return errors;
  }

  private static void collect(List<String> errors, ValidationResult result) {
    result.getEntries().forEach(entry -> errors.add(entry.getSeverity() + " " + entry.getContext() + " " + entry.getMessage()));
  }
}
