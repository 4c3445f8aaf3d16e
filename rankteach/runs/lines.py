"""The lines of a text file, plain or compressed with gzip, in blocks: memory stays small for any file."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from rankteach.core.checks import counted
from rankteach.runs.progress import Bar
from rankteach.runs.values import shown

BLOCK = 1 << 18
LONGEST = 1 << 20  # a line of a run has some 80 bytes

_OTHERS = {  # how files begin that are often mistaken for text
    b"\xff\xfe": "UTF-16 text. Save it as UTF-8.",
    b"\xfe\xff": "UTF-16 text. Save it as UTF-8.",
    b"PK\x03\x04": "a zip archive or a spreadsheet. Unpack it, or save it as CSV.",
    b"BZh": "compressed with bzip2. Unpack it, or compress it with gzip.",
    b"\xfd7zXZ": "compressed with xz. Unpack it, or compress it with gzip.",
    b"\x28\xb5\x2f\xfd": "compressed with zstd. Unpack it, or compress it with gzip.",
    b"PAR1": "a Parquet file. Read it with pandas or polars and pass the data frame.",
    b"\x89HDF": "an HDF5 file. Read it with pandas and pass the data frame.",
    b"\x80\x04": "a pickle. Load it and pass what is in it.",
    b"\x80\x05": "a pickle. Load it and pass what is in it.",
    b"%PDF": "a PDF. Save its text.",
}
_MARK = b"\xef\xbb\xbf"


@contextmanager
def opened(path: str, progress: bool | None = False) -> Iterator[io.BufferedReader[Any]]:
    """The bytes of a file, unpacked, without the mark that UTF-8 text may begin with.

    ``progress`` says whether to show a bar; with ``None`` it appears if reading takes long.

    Raises ``ValueError`` for a file that begins like another format than text.
    """
    status = os.stat(path)
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(f"source must be a file, but {path} is a directory. Give the path of a file in it.")
    size = status.st_size if stat.S_ISREG(status.st_mode) else None
    bar = Bar(progress, size, desc=f"reading {os.path.basename(path)}", unit="B", unit_scale=True)
    with closing(bar), io.BufferedReader(_Watched(path, bar), BLOCK) as raw:
        if raw.peek(2)[:2] != b"\x1f\x8b":
            if path.endswith(".gz") and raw.peek(1):
                raise ValueError(
                    f"{path}: a file called .gz must be gzip, but this one is not. Rename it, or compress it."
                )
            yield _text(raw, path)
            return
        import gzip
        import zlib

        try:
            with io.BufferedReader(gzip.GzipFile(fileobj=raw), BLOCK) as unpacked:
                yield _text(unpacked, path)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ValueError(
                f"{path}: the gzip file must be whole ({error}). It may be cut off: copy or compress it again."
            ) from None


class _Watched(io.FileIO):
    """A file that counts its bytes as they are read. Of a pipe it reads until the buffer is full."""

    def __init__(self, path: str, bar: Bar) -> None:
        super().__init__(path)
        self.bar = bar

    def readinto(self, buffer: Any) -> int:
        """As much as there is room for, unless the file ends."""
        room = memoryview(buffer).cast("B")
        filled = 0
        while filled < len(room) and (count := super().readinto(room[filled:])):
            filled += count
            self.bar.advance(count)
        return filled


def _text(file: io.BufferedReader[Any], path: str) -> io.BufferedReader[Any]:
    head = file.peek(8)[:8]
    for beginning, format in _OTHERS.items():
        if head.startswith(beginning):
            raise ValueError(f"{path}: the file must be text, but is {format}")
    if head.startswith(_MARK):
        file.read(len(_MARK))
        if head.startswith(2 * _MARK):
            raise ValueError(
                f"{path}: the file must begin with one byte-order mark, not two. Save it as UTF-8 once more."
            )
    return file


class Lines:
    """The lines of a file without blank lines and comments, which begin with #.

    ``number`` is the number of the last line read, counted from 1.
    """

    def __init__(self, file: io.BufferedReader[Any], path: str) -> None:
        self.file, self.path = file, path
        self.number = 0
        self.comments = 0
        self.cut_off = False  # the last line has no end

    def here(self) -> str:
        """The file and the number of the line read last, if there is one."""
        return f"{self.path}:{self.number}" if self.number else self.path

    def __iter__(self) -> Iterator[bytes]:
        for block in self._blocks():
            for line in block.split(b"\n"):
                self.number += 1
                beginning = line.lstrip()[:1]
                if beginning == b"#":
                    self.comments += 1
                elif beginning:
                    yield line

    def _blocks(self) -> Iterator[bytes]:
        """Whole lines, without the end of the last one."""
        begun = 0  # lines before those in hand
        rest = b""
        while block := self.file.read(BLOCK):
            if b"\0" in block:
                self.number = begun + block.count(b"\n", 0, block.index(b"\0")) + 1
                raise ValueError("the file must be text, but has a NUL byte. If it is UTF-16 text, save it as UTF-8.")
            end = block.find(b"\n")
            if len(rest) + (len(block) if end < 0 else end) > LONGEST:
                self.number = begun + 1
                start = shown((rest + block[:60]).lstrip())
                raise ValueError(f"a line of more than {LONGEST:,} bytes, {start}; each line must have one item")
            if end < 0:
                rest += block
                continue
            end = block.rfind(b"\n")
            yield self.checked(rest + block[:end], begun)
            begun = self.number
            rest = block[end + 1 :]
        if rest:
            self.cut_off = True
            yield self.checked(rest, begun)

    def checked(self, lines: bytes, begun: int = 0) -> bytes:
        """Lines that are UTF-8 text; so many have begun before them."""
        if not lines.isascii():
            try:
                lines.decode()
            except UnicodeDecodeError as error:
                self.number = begun + lines.count(b"\n", 0, error.start) + 1
                line = lines[lines.rfind(b"\n", 0, error.start) + 1 :][:60]
                place = f"byte 0x{lines[error.start]:02x} in {shown(line.lstrip())}"
                raise ValueError(f"the file must be UTF-8, but has {place}. Save it as UTF-8.") from None
        return lines


def comments_noted(comments: int) -> list[str]:
    """The note on comment lines."""
    return [f"{counted(comments, 'comment line')} skipped: # marks a comment"] if comments else []


def can_be_read_again(path: str) -> bool:
    """Whether a path is a plain file: a pipe can be read only once."""
    return stat.S_ISREG(os.stat(path).st_mode)
