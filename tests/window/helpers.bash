# Helpers for scripted runs of the real window. Source this file, then:
#
#   start_display                     starts a display, unless DISPLAY_TO_USE names one
#   start_window BINARY [ARGUMENT…]   starts the program and waits for its window
#   click_square FILE RANK            clicks a tile of the 14x14 board with 48-pixel tiles: click_square d 2
#   click X Y                         clicks a pixel of the window
#   drag FILE RANK FILE RANK          drags from one tile to another
#   key NAME                          presses a key
#   shot NAME                         takes the picture that the checks below look at; kept as $SHOTS/NAME.png
#   tile FILE RANK                    prints the colour of a tile, taken from the corner that pieces leave free
#   pixel X Y                         prints the colour of a pixel: "RED GREEN BLUE"
#   expect_hue X Y LOW HIGH           fails unless the pixel's hue lies between these degrees
#   expect_tint FILE RANK NAME        fails unless the tile shows green, blue, capture, danger, orange, yellow or none
#   tints                             prints all tinted tiles of the last picture, a line each: "d 2 green"
#   wait_tint SECONDS FILE RANK NAME  takes pictures until the tile shows this tint; fails when the time is over
#   expect_same NAME NAME MESSAGE     fails with the message unless the board looks the same in both pictures
#   expect_changed NAME NAME MESSAGE  fails with the message if the board looks the same in both pictures
#   expect_empty FILE RANK            fails unless the tile shows no piece; expect_piece fails unless it shows one
#   wait_change SECONDS NAME          waits until the board looks different from the picture NAME
#   ask_to_end                        asks the program to end, as the system or a click on the button of the frame does
#   end_window [STATUS]               waits for the end of the program and checks its exit status
#   close_window                      asks the program to end, and waits for it
#
# Environment: WINDOWS=yes if the program is that for Windows and runs under Wine, as in tests/windows.
# Needs bash, Xvfb, xdotool and ImageMagick. The first failure ends the script.

set -euo pipefail

# Upper left corner of the board, and the length of a tile's side.
LEFT=0
TOP=0
TILE=48
BOARD=$((14 * TILE))
# FLIP=1 for a board with rank 1 at the top, as a human with Black sees it.
FLIP=${FLIP:-0}
SHOTS=${SHOTS:-$(mktemp -d)}
mkdir -p "$SHOTS"
# The program reads and writes no files of the person who runs this.
export XDG_CONFIG_HOME="$SHOTS/home/config" XDG_DATA_HOME="$SHOTS/home/data"
display_pid='' window_pid='' window='' picture=''

fail() {
    echo "FAILED: $*" >&2
    [ -z "$picture" ] || echo "last picture: $picture" >&2
    [ ! -s "$SHOTS/log" ] || sed 's/^/program: /' "$SHOTS/log" >&2
    exit 1
}

clean_up() {
    [ -z "$window_pid" ] || kill "$window_pid" 2>/dev/null || true
    [ -z "$display_pid" ] || kill "$display_pid" 2>/dev/null || true
}
trap clean_up EXIT

start_display() {
    if [ -n "${DISPLAY_TO_USE:-}" ]; then
        export DISPLAY=$DISPLAY_TO_USE
        return
    fi
    # Xvfb picks a free number by itself and writes it down when it is ready.
    local number="$SHOTS/display"
    : >"$number"
    # Without -noreset the display restarts when its last window closes, and the next window may find no display.
    Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 "${SCREEN:-1280x1024}x24" 3>"$number" >/dev/null 2>&1 &
    display_pid=$!
    for _ in $(seq 100); do
        [ -s "$number" ] && break
        sleep 0.1
    done
    [ -s "$number" ] || fail "no display after ten seconds"
    export DISPLAY=":$(cat "$number")"
}

start_window() {
    "$@" >"$SHOTS/log" 2>&1 &
    window_pid=$!
    window=''
    for _ in $(seq 150); do
        window=$(xdotool search --onlyvisible --pid "$window_pid" 2>/dev/null | head -n 1) || true
        [ -n "$window" ] || window=$(xdotool search --onlyvisible --name "${TITLE:-XXL chess}" 2>/dev/null | head -n 1) || true
        [ -z "$window" ] || break
        kill -0 "$window_pid" 2>/dev/null || fail "the program ended before its window opened"
        sleep 0.1
    done
    [ -n "$window" ] || fail "no window after fifteen seconds"
    # There is no window manager that would give the keyboard to the window.
    xdotool windowfocus "$window" 2>/dev/null || true
    sleep 0.5
    # The window has a single colour until its first picture.
    for _ in $(seq 50); do
        [ "$(import -silent -window "$window" png:- 2>/dev/null | identify -format '%k' - 2>/dev/null)" = 1 ] || break
        sleep 0.1
    done
}

# Sets `column` and `row` to those of a tile, counted from the upper left.
place() {
    column=$(($(printf '%d' "'$1") - 97))
    row=$((14 - $2))
    if [ "$FLIP" = 1 ]; then
        column=$((13 - column))
        row=$((13 - row))
    fi
}

middle_of() {
    place "$1" "$2"
    x=$((LEFT + column * TILE + TILE / 2))
    y=$((TOP + row * TILE + TILE / 2))
}

click() {
    xdotool mousemove --window "$window" "$1" "$2" click 1
    sleep 0.15
}

click_square() {
    middle_of "$1" "$2"
    click "$x" "$y"
}

drag() {
    middle_of "$1" "$2"
    xdotool mousemove --window "$window" "$x" "$y" mousedown 1
    sleep 0.1
    middle_of "$3" "$4"
    xdotool mousemove --window "$window" "$((x - 5))" "$((y - 5))"
    sleep 0.05
    xdotool mousemove --window "$window" "$x" "$y" mouseup 1
    sleep 0.15
}

key() {
    xdotool key "$1"
    sleep 0.15
}

shot() {
    picture="$SHOTS/$1.png"
    import -silent -window "$window" "$picture"
}

pixel() {
    convert "$picture" -crop "1x1+$1+$2" +repage -depth 8 txt:- | sed -n 's/.*(\([0-9]*\),\([0-9]*\),\([0-9]*\).*/\1 \2 \3/p' | tail -n 1
}

# Samples three pixels from the upper right corner of the tile, where no piece is drawn.
corner_of() {
    place "$1" "$2"
    x=$((LEFT + column * TILE + TILE - 4))
    y=$((TOP + row * TILE + 3))
}

tile() {
    corner_of "$1" "$2"
    pixel "$x" "$y"
}

# Prints hue in degrees, saturation and value in per cent of a colour "RED GREEN BLUE".
hsv() {
    awk -v r="$1" -v g="$2" -v b="$3" 'BEGIN {
        max = r > g ? (r > b ? r : b) : (g > b ? g : b)
        min = r < g ? (r < b ? r : b) : (g < b ? g : b)
        d = max - min
        if (d == 0) h = 0
        else if (max == r) h = 60 * (g - b) / d
        else if (max == g) h = 60 * (b - r) / d + 120
        else h = 60 * (r - g) / d + 240
        if (h < 0) h += 360
        printf "%d %d %d\n", h + 0.5, max == 0 ? 0 : 100 * d / max, 100 * max / 255
    }'
}

expect_hue() {
    local rgb hue
    rgb=$(pixel "$1" "$2")
    # shellcheck disable=SC2086
    read -r hue _ < <(hsv $rgb)
    { [ "$hue" -ge "$3" ] && [ "$hue" -le "$4" ]; } ||
        fail "the pixel at $1,$2 is $rgb, a hue of $hue degrees, not $3 to $4"
}

# Prints the name of the tint of a colour "RED GREEN BLUE".
tint_name() {
    local hue saturation value
    read -r hue saturation value < <(hsv "$1" "$2" "$3")
    if [ "$saturation" -lt 18 ]; then
        echo none
    elif [ "$hue" -ge 350 ] || [ "$hue" -le 10 ]; then
        if [ "$value" -lt 70 ] && [ "$saturation" -gt 65 ]; then echo danger; else echo capture; fi
    elif [ "$hue" -ge 18 ] && [ "$hue" -le 36 ] && [ "$saturation" -gt 50 ]; then
        echo orange
    elif [ "$hue" -ge 48 ] && [ "$hue" -le 66 ] && [ "$saturation" -gt 45 ]; then
        echo yellow
    elif [ "$hue" -ge 85 ] && [ "$hue" -le 155 ]; then
        echo green
    elif [ "$hue" -ge 190 ] && [ "$hue" -le 250 ]; then
        echo blue
    else
        echo none
    fi
}

tint_of() {
    # shellcheck disable=SC2046
    tint_name $(tile "$1" "$2")
}

expect_tint() {
    local seen
    seen=$(tint_of "$1" "$2")
    [ "$seen" = "$3" ] || fail "the tile $1$2 is $seen ($(tile "$1" "$2")), not $3"
}

tints() {
    # -sample takes the middle of each tile, so the picture is moved until the free corner of each tile is there.
    convert "$picture" -crop "${BOARD}x$BOARD+0+0" +repage -roll "-$((TILE / 2 - 4))+$((TILE / 2 - 3))" \
        -sample 14x14 -depth 8 txt:- |
        sed -n 's/^\([0-9]*\),\([0-9]*\): (\([0-9]*\),\([0-9]*\),\([0-9]*\).*/\1 \2 \3 \4 \5/p' |
        while read -r column row red green blue; do
            tint=$(tint_name "$red" "$green" "$blue")
            [ "$tint" != none ] || continue
            if [ "$FLIP" = 1 ]; then
                column=$((13 - column))
                row=$((13 - row))
            fi
            letters=abcdefghijklmn
            echo "${letters:column:1} $((14 - row)) $tint"
        done
}

wait_tint() {
    local end=$((SECONDS + $1))
    while :; do
        shot "wait-$2$3"
        [ "$(tint_of "$2" "$3")" = "$4" ] && return
        [ "$SECONDS" -lt "$end" ] || fail "the tile $2$3 is not $4 after $1 seconds"
        sleep 0.2
    done
}

# Prints how many pixels of the board differ between two pictures.
differences() {
    compare -metric AE -extract "${BOARD}x$BOARD+0+0" "$SHOTS/$1.png" "$SHOTS/$2.png" null: 2>&1 | awk '{ printf "%d", $1 }' || true
}

expect_same() { [ "$(differences "$1" "$2")" = 0 ] || fail "$3"; }

expect_changed() { [ "$(differences "$1" "$2")" != 0 ] || fail "$3"; }

# Pieces are drawn over the middle of their tile.
is_empty() {
    middle_of "$1" "$2"
    [ "$(pixel "$x" "$y")" = "$(tile "$1" "$2")" ]
}

expect_empty() { is_empty "$1" "$2" || fail "a piece stands on $1$2"; }

expect_piece() { ! is_empty "$1" "$2" || fail "no piece stands on $1$2"; }

wait_change() {
    local end=$((SECONDS + $1))
    while :; do
        shot "after-$2"
        [ "$(differences "$2" "after-$2")" != 0 ] && return
        [ "$SECONDS" -lt "$end" ] || fail "nothing has changed on the board since $2"
        sleep 0.2
    done
}

ask_to_end() {
    if [ -n "${WINDOWS:-}" ]; then key alt+F4; else kill -TERM "$window_pid"; fi
}

close_window() {
    ask_to_end
    end_window
}

end_window() {
    local status=0
    for _ in $(seq 600); do
        kill -0 "$window_pid" 2>/dev/null || break
        sleep 0.1
    done
    ! kill -0 "$window_pid" 2>/dev/null || fail "the program has not ended after a minute"
    wait "$window_pid" || status=$?
    window_pid=''
    [ "$status" = "${1:-0}" ] || fail "the program ended with $status, not ${1:-0}"
}
