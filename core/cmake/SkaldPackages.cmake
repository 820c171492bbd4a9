# Debian packages by CPack: skald (the tool and its plugins), skald-dev (for authors of plugins),
# python3-skald (the tool from Python) and, where libtorch is part of the build, skald-torch (deep
# networks). `./dev package` makes and tries them.

# skald_package_papers(package): its copyright file and its changelog, which Debian's policy wants.
function(skald_package_papers package)
  set(papers ${PROJECT_BINARY_DIR}/debian/${package})
  configure_file(${PROJECT_SOURCE_DIR}/core/cmake/copyright ${papers}/copyright COPYONLY)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE ${papers}/changelog
       "skald (${PROJECT_VERSION}) unstable; urgency=medium\n\n"
       "  * The changes are in /usr/share/doc/skald/CHANGELOG.md.\n\n"
       " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  set(gzip gzip -9nf)
  execute_process(COMMAND ${gzip} ${papers}/changelog COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${papers}/copyright ${papers}/changelog.gz DESTINATION share/doc/${package}
          COMPONENT ${package})
endfunction()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Skald <skald@skald.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "bench for federated Bayesian sampling and private federated optimisation")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/debian)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENTS_ALL skald skald-dev python3-skald)

set(CPACK_DEBIAN_SKALD_PACKAGE_NAME skald)
set(CPACK_DEBIAN_SKALD_PACKAGE_SECTION science)
set(CPACK_DEBIAN_SKALD_PACKAGE_RECOMMENDS "gnuplot-nox")
set(CPACK_DEBIAN_SKALD_DESCRIPTION
    "Experiment grids are declared in JSON, algorithms are plugins, and every
metric of every run is kept in one SQLite database.")

set(CPACK_DEBIAN_SKALD-DEV_PACKAGE_NAME skald-dev)
set(CPACK_DEBIAN_SKALD-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_SKALD-DEV_PACKAGE_DEPENDS
    "skald (= ${PROJECT_VERSION}), g++, cmake, make | ninja-build, libeigen3-dev, librandom123-dev")
set(CPACK_DEBIAN_SKALD-DEV_DESCRIPTION
    "Headers and CMake package for authors of samplers, models, data sets,
partitions, privacy mechanisms and metrics; `skald new` writes a project
that uses them.")

set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_NAME python3-skald)
set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_DEPENDS
    "skald (>= ${PROJECT_VERSION}), python3:any (>= 3.9), python3-numpy")
set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_RECOMMENDS "python3-pandas")
set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_SUGGESTS "python3-xarray")
set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/core/cmake/python3-skald/postinst"
    "${PROJECT_SOURCE_DIR}/core/cmake/python3-skald/prerm")
set(CPACK_DEBIAN_PYTHON3-SKALD_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PYTHON3-SKALD_DESCRIPTION
    "Grids are dicts that are checked and run, and results are pandas
DataFrames, by the Python package skald.")
install(DIRECTORY plugins/python/skald DESTINATION lib/python3/dist-packages
        COMPONENT python3-skald FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN py.typed
        PATTERN __pycache__ EXCLUDE)

install(FILES CHANGELOG.md DESTINATION share/doc/skald)
skald_package_papers(skald)
skald_package_papers(skald-dev)
skald_package_papers(python3-skald)

if(TARGET skald_torch)
  list(APPEND CPACK_COMPONENTS_ALL skald-torch)
  set(CPACK_DEBIAN_SKALD-TORCH_PACKAGE_NAME skald-torch)
  set(CPACK_DEBIAN_SKALD-TORCH_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_SKALD-TORCH_PACKAGE_DEPENDS "skald (= ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_SKALD-TORCH_PACKAGE_RECOMMENDS "libopenblas0-serial")
  set(CPACK_DEBIAN_SKALD-TORCH_DESCRIPTION
      "Models that need libtorch: residual and recurrent networks, TorchScript
modules.")
  skald_package_papers(skald-torch)
endif()

if(TARGET skald_python)
  list(APPEND CPACK_COMPONENTS_ALL skald-python)
  set(CPACK_DEBIAN_SKALD-PYTHON_PACKAGE_NAME skald-python)
  set(CPACK_DEBIAN_SKALD-PYTHON_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_SKALD-PYTHON_PACKAGE_DEPENDS
      "skald (= ${PROJECT_VERSION}), python3-skald (= ${PROJECT_VERSION}), python3-numpy")
  # Of the system's Python, the shared library, which only the loader opens.
  get_property(library GLOBAL PROPERTY SKALD_LIBPYTHON)
  string(APPEND CPACK_DEBIAN_SKALD-PYTHON_PACKAGE_DEPENDS ", ${library}")
  set(CPACK_DEBIAN_SKALD-PYTHON_DESCRIPTION
      "Samplers, models, data sets, partitions, privacy mechanisms and metrics
that are files in Python; `skald new KIND NAME --language python` writes one.")
  skald_package_papers(skald-python)
endif()

include(CPack)
