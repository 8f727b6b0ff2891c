# Homebrew: a formula for a tap.
class Xxlchess < Formula
  desc "Chess on a 14x14 board with fairy pieces, against the computer"
  homepage "HOMEPAGE"
  url "URL/xxlchess-VERSION-source.tar.xz"
  sha256 "SHA256_SOURCE"
  license "MIT"

  depends_on "rust" => :build

  def install
    # The crates are in the archive.
    system "cargo", "install", "--offline", *std_cargo_args
    system "cargo", "install", "--offline", *std_cargo_args(path: "core")
  end

  test do
    assert_match "14x14", shell_output("#{bin}/xxlchess --help")
    assert_match "uciok", pipe_output(bin/"xxlchess-engine", "uci\nquit\n")
  end
end
