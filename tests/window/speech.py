"""A small screen reader for tests/window/speech: it plays by the nodes and announcements on the accessibility bus alone."""

import sys
import time

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
PROPERTIES = "org.freedesktop.DBus.Properties"
SECONDS = 20

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
session = dbus.SessionBus()
status = session.get_object("org.a11y.Bus", "/org/a11y/bus")
status.Set("org.a11y.Status", "IsEnabled", True, dbus_interface=PROPERTIES)
status.Set("org.a11y.Status", "ScreenReaderEnabled", True, dbus_interface=PROPERTIES)
bus = dbus.bus.BusConnection(status.GetAddress(dbus_interface="org.a11y.Bus"))
announced = []
bus.add_signal_receiver(
    lambda *arguments: announced.append(str(arguments[3])),
    signal_name="Announcement",
    dbus_interface="org.a11y.atspi.Event.Object",
)
registry = bus.get_object("org.a11y.atspi.Registry", "/org/a11y/atspi/registry")
for event in ("object:announcement", "object:state-changed"):
    registry.RegisterEvent(event, [], "", dbus_interface="org.a11y.atspi.Registry")


def pump(seconds=0.1):
    """Lets signals arrive for a while."""
    end = time.monotonic() + seconds
    context = GLib.MainContext.default()
    while time.monotonic() < end:
        if not context.iteration(False):
            time.sleep(0.01)


def wait_for(what, found):
    """Waits until `found` returns something, and returns it."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            result = found()
        except dbus.DBusException:
            result = None
        if result:
            return result
        pump()
    sys.exit(f"{what} is missing; announced: {announced[-8:]}")


def children(node):
    return [bus.get_object(name, path) for name, path in node.GetChildren(dbus_interface=ACCESSIBLE)]


def name(node):
    return str(node.Get(ACCESSIBLE, "Name", dbus_interface=PROPERTIES))


def window():
    """The window of the game, which is a child of the application that is a child of the desktop."""
    desktop = bus.get_object("org.a11y.atspi.Registry", ROOT)
    for application in children(desktop):
        for found in children(application):
            if name(found) == "XXL chess":
                return found
    return None


def node(begin):
    """The node whose name begins with these words."""
    return next((child for child in children(window()) if name(child).startswith(begin)), None)


def press(begin):
    """Presses the node whose name begins with these words."""
    wait_for(begin, lambda: node(begin)).DoAction(dbus.Int32(0), dbus_interface=ACTION)


def hear(words):
    """Waits for an announcement with these words, which is taken from the list."""
    def found():
        for index, line in enumerate(announced):
            if words in line:
                del announced[: index + 1]
                return line
        return None
    line = wait_for(words, found)
    print(f"  {line}")
    return line


wait_for("the window", window)
names = [name(child) for child in wait_for("nodes", lambda: children(window()))]
squares = [text for text in names if text.endswith(("empty", "pawn", "queen"))]
if len(squares) < 50:
    sys.exit(f"{len(squares)} squares in {names}")
press("e2, White pawn")
hear("pawn e2 selected")
press("e4, empty")
hear("White: pawn e2 to e4")
hear("Black: ")
press("Resign")
hear("White resigns")
